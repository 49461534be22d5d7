"""Runs the probes of a file for a release, each in a process of its own: one that brings it down takes only itself."""

import inspect
import json
import os
import select
import signal
import sys
import time
import traceback

import probes

#: Seconds that a probe may take.
LIMIT = 60


def _describe(error, file):
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    text = str(error).strip() or "assertion failed"
    where = f"line {lines[-1]}: " if lines else ""
    return f"{where}{type(error).__name__}: {text.splitlines()[-1][:300]}"


def _child(probe, tvm, release, file, end):
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    function = probe["function"]
    try:
        given = (tvm, release)[: len(inspect.signature(function).parameters)]
        function(*given)
        answer = ""
    except BaseException as error:
        answer = _describe(error, file)
    os.write(end, answer.encode()[:4000])
    os._exit(0 if answer == "" else 1)


def run(probe, tvm, release, file):
    """Why the probe failed, or an empty str."""
    begin, end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(begin)
        os.setsid()
        _child(probe, tvm, release, file, end)
    os.close(end)
    answer = b""
    deadline = time.monotonic() + LIMIT
    while True:
        ready, _, _ = select.select([begin], [], [], max(0, deadline - time.monotonic()))
        part = os.read(begin, 4096) if ready else b""
        answer += part
        if not part:
            break
    late = not ready
    if late:
        os.killpg(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    os.close(begin)
    if late:
        return f"took more than {LIMIT} seconds"
    end_of_it = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else None
    if end_of_it != probe["dies"]:
        return f"the process ended with {end_of_it}" if end_of_it else f"the process lived; expected {probe['dies']}"
    return answer.decode(errors="replace")


def main(file, source, release, entries):
    """Prints what came of each probe in the source whose entry the release has, as one line of JSON."""
    import tvm

    code = compile(source, file, "exec")
    space = {"__name__": "probes_of_a_page", "__file__": file}
    exec(code, space)
    answers = []
    for probe in probes.REGISTERED:
        if probe["name"] not in entries or (probe["versions"] is not None and release not in probe["versions"]):
            continue
        answer = {"name": probe["name"], "quotes": probe["quotes"]}
        if "reason" in probe:
            answer.update(result="unproved", reason=probe["reason"])
        else:
            failure = run(probe, tvm, release, file)
            answer.update(line=inspect.unwrap(probe["function"]).__code__.co_firstlineno, result="ok")
            if failure:
                answer.update(result="failed", reason=failure)
        answers.append(answer)
    known = {probe["name"] for probe in probes.REGISTERED}
    sys.stdout.write(
        json.dumps({"complete": bool(space.get("COMPLETE")), "names": sorted(known), "probes": answers}) + "\n"
    )
