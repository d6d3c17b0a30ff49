"""Small made-up releases for the tests of what happens after rendering, and a program that publishes one.

`python -m tests.releases OUTPUT VERSION` stands in for a whole build where a test kills it, starves it or races it:
every page of the release names its version, so a mixture of two is seen.
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from generator.files import machine
from generator.output import manifest
from generator.output.publish import Published, publish
from generator.output.staging import OutputFile
from generator.problems import MachineFailure, WrongCall

ROOT = Path(__file__).resolve().parent.parent


def output_files(texts: Mapping[str, str]) -> list[OutputFile]:
    """Files whose inputs are their texts."""
    return [OutputFile(path, manifest.digest(text.encode()), partial(str.encode, text)) for path, text in texts.items()]


def no_exchange(first: Path, second: Path) -> bool:
    """What the swap of two folders says on a file system that has none."""
    return False


def put(output: Path, texts: Mapping[str, str], jobs: int = 1) -> Published:
    """Publish texts by their paths."""
    return publish(output_files(texts), output, jobs=jobs)


def edit(file: Path, text: str) -> None:
    """Change a published file as a person would, who is slower than the clock of a file system."""
    time.sleep(0.02)
    file.write_text(text, encoding="utf-8")


def tree(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with its bytes."""
    return {path: (folder / path).read_bytes() for path in manifest.walk(folder)}


def litter(output: Path) -> list[str]:
    """What lies beside the output and is not the output."""
    return sorted(entry.name for entry in output.parent.iterdir() if entry != output)


def pages(version: str, count: int) -> dict[str, str]:
    """A release in which every page names its version; the style sheet stays the same from one to the next."""
    texts = {f"en/page-{number}/index.html": f"<p>{version}</p>" + "x" * 2000 for number in range(count)}
    return {**texts, "index.html": f"<p>{version}</p>", "static/site.css": "p { margin: 0 }"}


def versions_in(output: Path) -> set[str]:
    """The versions that the pages of a release name: one, if it is whole. Fails for a release with faults."""
    assert manifest.verify(output) == []
    contents = [content for path, content in tree(output).items() if path.endswith(".html")]
    return {content.split(b"<p>")[1].split(b"</p>")[0].decode() for content in contents}


def command(output: Path, version: str, *options: str) -> list[str]:
    """The command that publishes a version."""
    return [sys.executable, "-m", "tests.releases", str(output), version, *options]


def run(output: Path, version: str, *options: str) -> subprocess.CompletedProcess[str]:
    """Publish a version in a process of its own and wait for it."""
    return subprocess.run(command(output, version, *options), cwd=ROOT, capture_output=True, text=True, check=False)


def _killed_at(step: str) -> None:
    """Arrange that this process is killed right before or after one of the system calls that matter."""
    when, _, name = step.partition(":")
    original = getattr(machine, name)

    def replaced(*arguments: object) -> object:
        if when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        result = original(*arguments)
        os.kill(os.getpid(), signal.SIGKILL)
        return result

    setattr(machine, name, replaced)


def _slow(file: OutputFile, seconds: float) -> bytes:
    time.sleep(seconds)
    return file.content()


def _main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("output", type=Path)
    parser.add_argument("version")
    parser.add_argument("--pages", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--pause", type=float, default=0, help="seconds that each page takes")
    parser.add_argument("--killed", help="before:exchange, after:flush and so on")
    parser.add_argument("--no-exchange", action="store_true", help="as on a file system that cannot swap two folders")
    parser.add_argument("--largest-file", type=int, help="as ulimit -f, in bytes")
    parser.add_argument("--open-files", type=int, help="as ulimit -n")
    options = parser.parse_args()
    files = output_files(pages(options.version, options.pages))
    if options.pause:
        files = [OutputFile(file.path, file.digest, partial(_slow, file, options.pause)) for file in files]
    if options.no_exchange:
        machine.exchange = no_exchange
    if options.killed:
        _killed_at(options.killed)
    if options.largest_file:
        resource.setrlimit(resource.RLIMIT_FSIZE, (options.largest_file, options.largest_file))
    if options.open_files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (options.open_files, options.open_files))
    try:
        publish(files, options.output, jobs=options.jobs)
    except MachineFailure as failure:
        sys.stderr.write(f"{failure}\n")
        return 3
    except WrongCall as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(_main())
