"""The one compiler setting of the project: `kernel` compiles a function, or leaves it plain Python.

Numba's own cache notices a change of the file a function stands in, but not of the files it calls
into. So compiled code is kept in a folder named by a digest of all kernel sources. The cache loads
pickles: it lies in the user's own cache folder, and is not used at all if others could write there.
"""

import contextlib
import hashlib
import os
import pickle
import signal
import stat
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import platformdirs

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = not numba.config.DISABLE_JIT  # type: ignore[attr-defined]
"""False under NUMBA_DISABLE_JIT=1: the same rules run as plain Python."""

_WORDS_OF_STACK = (1 << 16) + 1
"""Room for the compiler's frames. Python takes it in small pieces, and where the compiler happens
to call to and fro over the end of one, it is taken and given back each time: that may be a third
of the time to compile."""

_KERNEL_FOLDERS = ("engine", "solver")


def kernel(function: Function) -> Function:
    """Compile `function`, cached between runs where that is safe."""
    return _compiled(function) if COMPILED else function


def merged_kernel(function: Function) -> Function:
    """The same for a thin function between large ones: it becomes part of its caller.

    A kernel is optimized together with all that it calls, so each level of calls above the rules
    costs seconds of compilation.
    """
    return _compiled(function, inline="always") if COMPILED else function


def _compiled(function: Function, **more: Any) -> Function:
    folder = cache_folder()
    before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    try:
        numba.config.CACHE_DIR = str(folder or "")  # type: ignore[attr-defined]
        # Kernels make no arrays, so counting references to those they are given is wasted time:
        # without it (_nrt) they take half as long.
        options: dict[str, Any] = {
            "cache": folder is not None,
            "nogil": True,
            "_nrt": False,
            **more,
        }
        compiled: Any = numba.njit(**options)(function)
    finally:
        numba.config.CACHE_DIR = before  # type: ignore[attr-defined]
    _compile_for_any_number(compiled)
    _optimize_less(compiled)
    if folder is not None:
        _make_forgiving(compiled._cache)
    return cast(Function, compiled)


def _compile_for_any_number(compiled: Any) -> None:
    """Numba would compile a function anew for each constant that it is called with."""
    template_for = compiled.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        plain = tuple(numba.types.unliteral(arg) for arg in args)  # type: ignore[no-untyped-call]
        return template_for(plain, kws)

    compiled.get_call_template = get_call_template


def _optimize_less(compiled: Any) -> None:
    """Compile with the first level of optimization, and without looking for vectors.

    The rules are branches and single words. Higher levels take a fifth longer to compile and make
    the search at most a twentieth faster.
    """
    compile_fully = compiled.compile

    def compile_quickly(signature: Any) -> Any:
        config: Any = numba.config
        before = config.OPT, config.LOOP_VECTORIZE
        config.OPT, config.LOOP_VECTORIZE = 1, 0
        try:
            return compile_fully(signature)
        finally:
            config.OPT, config.LOOP_VECTORIZE = before

    code: Any = compile_quickly.__code__
    compile_quickly.__code__ = code.replace(co_stacksize=_WORDS_OF_STACK)
    compiled.compile = compile_quickly


def _make_forgiving(store: Any) -> None:
    """A damaged file of the cache is compiled anew; a full disk leaves the result unkept."""
    load, save = store.load_overload, store.save_overload

    def load_or_compile(*args: Any) -> Any:
        try:
            return load(*args)
        except Exception:
            return None

    def save_if_possible(*args: Any) -> None:
        with contextlib.suppress(OSError, EOFError, ValueError, pickle.UnpicklingError):
            save(*args)

    store.load_overload, store.save_overload = load_or_compile, save_if_possible


@contextlib.contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Let Ctrl-C wait until the block has ended: the compiler does not survive it.

    Other handlers of the signal, and threads other than the main one, are left alone.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    interrupted: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _frame: interrupted.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if interrupted:
        raise KeyboardInterrupt


@cache
def cache_folder() -> Path | None:
    """Where compiled code is kept, or None if no folder is safe to write and load from."""
    folder = Path(platformdirs.user_cache_dir("casecracker")) / f"kernels-{_source_digest()}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if _is_private(folder) and os.access(folder, os.W_OK | os.X_OK) else None


def is_first_run() -> bool:
    """Whether nothing has been compiled and kept yet, so that the coming run compiles."""
    folder = cache_folder()
    return COMPILED and (folder is None or not any(folder.rglob("*.nbi")))


def _is_private(folder: Path) -> bool:
    if sys.platform == "win32":
        return True
    facts = folder.stat()
    return facts.st_uid == os.getuid() and not facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _source_digest() -> str:
    root = Path(__file__).resolve().parent.parent
    digest = hashlib.blake2b(digest_size=8)
    for folder in _KERNEL_FOLDERS:
        for path in sorted((root / folder).glob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()
