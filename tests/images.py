"""Images as small as they can be, written byte by byte."""

from __future__ import annotations

import struct
import zlib


def png(width: int = 3, height: int = 2) -> bytes:
    """A whole PNG in one shade of grey."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x80" * width) * height, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def jpeg(width: int = 3, height: int = 2, *, turned: bool = False) -> bytes:
    """The head of a JPEG; ``turned``: its camera was held upright, so that it is shown turned by a quarter."""
    orientation = struct.pack(">HHIHH", 0x0112, 3, 1, 6, 0)
    exif = b"Exif\0\0MM\0*" + struct.pack(">IH", 8, 1) + orientation + struct.pack(">I", 0)
    head = b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif if turned else b""
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\0"
    return b"\xff\xd8" + head + b"\xff\xc0" + struct.pack(">H", len(frame) + 2) + frame + b"\xff\xd9"


def webp(width: int = 3, height: int = 2) -> bytes:
    """The head of a WebP of the extended kind."""
    size = struct.pack("<I", width - 1)[:3] + struct.pack("<I", height - 1)[:3]
    body = b"WEBPVP8X" + struct.pack("<I", 10) + b"\0\0\0\0" + size
    return b"RIFF" + struct.pack("<I", len(body)) + body
