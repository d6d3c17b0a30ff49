"""Processes beside this one: for one thing meanwhile, or sharing out tasks, since nobody knows how long each takes."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from itertools import pairwise, takewhile
from typing import Any, BinaryIO, TypeVar

from generator.problems import MachineFailure

T = TypeVar("T")

_NUMBER = "I"
_WIDTH = array(_NUMBER).itemsize
_MOST = 1000
"""So many numbers fit into any pipe; writing more would wait for somebody to read them."""


@contextmanager
def beside(make: Callable[[], T]) -> Iterator[Callable[[], T]]:
    """Let another process ``make`` something meanwhile; yields what waits for it. Leaving the block ends the process.

    Waiting raises what ``make`` raises, and ``MachineFailure`` where the process is killed.
    """
    with _process(make) as answer:
        yield cache(partial(_received, answer))


def share(tasks: int, processes: int, make: Callable[[int], T], *, inherited: int) -> list[T]:
    """Let processes ``make`` something of each number below ``tasks``; returns what they made, in that order.

    Neighbouring tasks share most of what they compute, so each process has a stretch of its own, and helps the others
    when it is done with that. This process is one of them; the others close the descriptor ``inherited``.

    Raises what ``make`` raises in any of them, and ``MachineFailure`` when one is killed.
    """
    parent = os.getpid()
    runs = _split(range(tasks), max(1, min(tasks, _MOST)))

    def work(queues: Sequence[int]) -> dict[int, T]:
        # What is left to an orphan nobody will ever ask for.
        taken = takewhile(lambda _: parent in {os.getpid(), os.getppid()}, _taken(runs, queues))
        return {number: make(number) for number in taken}

    with ExitStack() as ending:
        queues = [ending.enter_context(_queue(stretch)) for stretch in _split(range(len(runs)), processes)]
        orders = [[*queues[first:], *queues[:first]] for first in range(processes)]
        answers = [ending.enter_context(_process(partial(work, order), inherited)) for order in orders[1:]]
        made = work(orders[0])
        for answer in answers:
            made |= _received(answer)
    return [made[number] for number in range(tasks)]


def _split(numbers: range, parts: int) -> list[range]:
    """Numbers in neighbourly parts of about the same length."""
    ends = [len(numbers) * part // parts for part in range(parts + 1)]
    return [numbers[start:end] for start, end in pairwise(ends)]


@contextmanager
def _queue(numbers: range) -> Iterator[int]:
    """A descriptor from which processes read numbers: the system gives each number to one of them."""
    reader, writer = os.pipe()
    try:
        try:
            os.write(writer, array(_NUMBER, numbers))
        finally:
            os.close(writer)
        yield reader
    finally:
        os.close(reader)


def _taken(runs: Sequence[range], queues: Iterable[int]) -> Iterator[int]:
    """The tasks that this process gets, of each queue until it is empty."""
    for queue in queues:
        while number := os.read(queue, _WIDTH):
            yield from runs[int.from_bytes(number, sys.byteorder)]


@contextmanager
def _process(make: Callable[[], object], *inherited: int) -> Iterator[BinaryIO]:
    """A process that sends what it made into the file that this yields. Leaving the block ends it."""
    receiver, sender = os.pipe()
    with open(receiver, "rb") as answer:  # noqa: PTH123 - a descriptor is no path
        with open(sender, "wb") as own:  # noqa: PTH123
            # Only a fork shares what was read and computed so far, and lets `make` be any function.
            process = os.fork()
            if not process:
                try:
                    _answer(make, own, *inherited, receiver)
                finally:
                    os._exit(0)
        try:
            yield answer
        finally:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


def _answer(make: Callable[[], object], own: BinaryIO, *others: int) -> None:
    # Ctrl-C reaches the whole group; the parent ends us and speaks for all.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # What the parent holds must end with it: the build's lock, and the end of the pipe that we would wait for.
    for other in others:
        os.close(other)
    try:
        made = pickle.dumps(make(), pickle.HIGHEST_PROTOCOL)
    except Exception as error:  # noqa: BLE001 - carried over to the parent, whatever it is
        made = pickle.dumps(_portable(error))
    own.write(made)
    own.flush()


def _received(answer: BinaryIO) -> Any:
    try:
        found = pickle.load(answer)  # noqa: S301 - from our own process
    except (EOFError, pickle.UnpicklingError):
        raise MachineFailure("a process of this command was killed; is there too little memory?") from None
    if isinstance(found, BaseException):
        raise found
    return found


def _portable(error: Exception) -> Exception:
    """The error as another process can receive it, with the traceback of this one as a note."""
    error.add_note("".join(traceback.format_exception(error)))
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    except Exception:  # noqa: BLE001 - exceptions that need more than one argument fail in many ways
        return RuntimeError("".join(traceback.format_exception(error)))
    return error
