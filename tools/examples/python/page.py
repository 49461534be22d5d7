"""Executes the fences of one page in one process, top to bottom, and reports each as a JSON line.

usage: page.py JOB.json, started by sandbox.py with the empty working directory as current directory.
The source file that the fences are compiled from has the lines of the Markdown file, so that a traceback,
`inspect.getsource` and TVMScript all see real code at the line where the page has it.
"""

import ast
import ctypes
import errno
import faulthandler
import json
import os
import signal
import subprocess
import sys
import time
import traceback
import types

import guard

OUTPUT_LIMIT = 1 << 20


class Reporter:
    """Writes events to the standard output that the process was started with."""

    def __init__(self):
        self._file = os.fdopen(os.dup(1), "w", encoding="utf-8")
        self._pid = os.getpid()

    def __call__(self, **event):
        if os.getpid() != self._pid:  # a child forked by a fence came back here
            os._exit(0)
        self._file.write(json.dumps(event) + "\n")
        self._file.flush()


class Capture:
    """Takes what reaches descriptor 1, so that C++ and child processes count too."""

    def __init__(self, path):
        self._path = path
        self._file = None

    def begin(self):
        self._file = open(self._path, "w+b")
        os.dup2(self._file.fileno(), 1)

    def end(self):
        sys.stdout.flush()
        ctypes.CDLL(None).fflush(None)  # what C and C++ hold back
        size = self._file.seek(0, os.SEEK_END)
        self._file.seek(0)
        data = self._file.read(OUTPUT_LIMIT)
        self._file.close()
        os.unlink(self._path)
        return data, size


def printable(data, size):
    """The text that a fence printed, or a note on why it can't stand on a page."""
    if size > OUTPUT_LIMIT:
        return {"flood": size}
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return {"binary": error.start, "byte": data[error.start]}
    for place, char in enumerate(text):
        if ord(char) < 32 and char not in "\n\t" or ord(char) == 127:
            return {"binary": place, "byte": ord(char)}
    return {"output": text.rstrip("\n")}


def chain(error):
    """The exception and what caused it, each once."""
    seen = []
    while error is not None and error not in seen:
        seen.append(error)
        reason = getattr(error, "reason", None)  # urllib wraps the OSError
        error = error.__cause__ or (reason if isinstance(reason, BaseException) else error.__context__)
    return seen


def classify(error):
    for one in chain(error):
        if isinstance(one, ModuleNotFoundError):
            return "package"
        if isinstance(one, MemoryError):
            return "memory"
        if isinstance(one, OSError):
            if one.errno == errno.EROFS:
                return "outside"
            if one.errno in (errno.ENETUNREACH, errno.EHOSTUNREACH) or type(one).__name__ == "gaierror":
                return "network"
    return "raised"


def describe(error, source):
    """What a reader of the report needs: kind, line in the page, last line of the message, short traceback."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == source]
    if isinstance(error, SyntaxError) and error.filename == source:
        kind, lines = "syntax", [error.lineno]
    else:
        kind = classify(error)
    start = next((i for i, f in enumerate(frames) if f.filename == source), len(frames))
    message = [line for line in str(error).splitlines() if line.strip()]
    return {
        "kind": kind,
        "line": lines[-1] if lines else None,
        "type": type(error).__name__,
        "message": message[-1].strip() if message else "",
        "module": getattr(error, "name", None) if kind == "package" else None,
        "trace": "".join(traceback.format_list(frames[start:]))[-3000:] + f"{type(error).__name__}: {error}"[-3000:],
    }


def run_python(body, first_line, source, namespace, flags):
    """Executes a fence statement by statement; returns the `__future__` flags in force after it.

    One by one, because TVM installs its own handler for segfaults when it is imported: setting up
    faulthandler again before each statement makes the report name the line.
    """
    tree = ast.parse("\n" * (first_line - 1) + body, source)
    for statement in tree.body:
        code = compile(ast.Module([statement], []), source, "exec", flags=flags, dont_inherit=True)
        flags |= code.co_flags & FUTURE_FLAGS
        faulthandler.disable()
        faulthandler.enable(TRACE, all_threads=False)
        exec(code, namespace)
    return flags


def run_shell(body, first_line, log):
    start = log.tell()
    script = "\n" * (first_line - 1) + body
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], stdin=subprocess.DEVNULL)
    if done.returncode == 0:
        return None
    log.seek(start)
    text = log.read().strip()
    kind = "raised"
    if "Read-only file system" in text:
        kind = "outside"
    elif any(s in text for s in ("Could not resolve host", "Network is unreachable", "Name or service not known",
                                 "Temporary failure in name resolution")):
        kind = "network"
    numbers = [part.split(":")[0] for part in text.split("line ")[1:]]
    lines = [int(n) for n in numbers if n.isdigit() and int(n) >= first_line]
    last = text.splitlines()[-1] if text else ""
    return {"kind": kind, "line": lines[0] if lines else None, "type": f"exit {done.returncode}", "message": last,
            "module": None, "trace": text[-3000:]}


def machine():
    """Threads that TVM uses in this process, and LLVM's name of the processor; empty where the page has no TVM."""
    tvm = sys.modules.get("tvm")
    try:
        cpu = tvm.get_global_func("tvm.codegen.llvm.GetHostCPUName", allow_missing=True)  # from 0.13.0
        return {"threads": tvm.runtime.num_threads(), **({"cpu": cpu()} if cpu else {})}
    except AttributeError:  # no TVM, or a part of it only
        return {}


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)
    source = job["source"]
    report = Reporter()
    capture = Capture(job["capture"])
    log = open(job["log"], "r", encoding="utf-8", errors="replace")

    sys.path[0] = os.getcwd()
    sys.argv = [source]
    sys.stdout.reconfigure(line_buffering=True)
    main_module = types.ModuleType("__main__")
    main_module.__file__ = source
    sys.modules["__main__"] = main_module
    if job["isolation"] == "guard":
        guard.install(job["base"])

    flags = 0
    for fence in job["fences"]:
        report(event="start", index=fence["index"])
        log.seek(0, os.SEEK_END)
        error, began = None, time.monotonic()
        capture.begin()
        try:
            if fence["role"] == "shell-run":
                error = run_shell(fence["body"], fence["line"] + 1, log)
            else:
                flags = run_python(fence["body"], fence["line"] + 1, source, main_module.__dict__, flags)
        except BaseException as raised:  # also SystemExit and KeyboardInterrupt: the report decides what they mean
            error = describe(raised, source)
        data, size = capture.end()
        report(event="fence", index=fence["index"], error=error, seconds=time.monotonic() - began,
               **printable(data, size))
        if error:
            break
    report(event="done", **machine())
    os._exit(0)  # TVM's destructors at exit are no part of the page


if __name__ == "__main__":
    import __future__

    FUTURE_FLAGS = 0
    for feature in __future__.all_feature_names:
        FUTURE_FLAGS |= getattr(__future__, feature).compiler_flag
    TRACE = open(os.environ.pop("EXAMPLES_TRACE"), "w")
    faulthandler.register(signal.SIGUSR1, TRACE, all_threads=True)
    main()
