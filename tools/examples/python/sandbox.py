"""Runs page.py for one page under limits, and ends everything that it started.

usage: sandbox.py JOB.json, with the other end of standard input held open by the tool: when that end closes
(the tool was interrupted), the page ends too. With the isolation `namespace` this is process 1 of its own
process namespace, so nothing that a page starts outlives it. Events go to standard output as JSON lines.
"""

import json
import os
import resource
import select
import signal
import subprocess
import sys
import time

import isolate
import processes

HERE = os.path.dirname(os.path.abspath(__file__))
TICK = 0.1


def report(**event):
    # A page that was killed may have left half a line.
    os.write(1, ("\n" + json.dumps(event) + "\n").encode())


def tail(path, size):
    """The last characters of a text file; empty where there is none."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()[-size:]
    except OSError:
        return ""


def prepare_child():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (4 << 30, 4 << 30))
    try:
        with open("/proc/self/oom_score_adj", "w") as file:  # if memory runs out all the same, this goes first
            file.write("1000")
    except OSError:
        pass


def watch(child, job):
    """Waits for the page; returns None, or which limit it broke and the figure."""
    started, deadline = time.monotonic(), job["timeout"]
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return None, None
        if pid == child.pid:
            child.returncode = os.waitstatus_to_exitcode(status)
            return None, None
        if pid:
            continue  # an orphan that was handed to us
        if time.monotonic() - started > deadline:
            return "timeout", deadline
        used = processes.descendants()[1]
        if used > job["memory"]:
            return "memory", used
        try:
            if os.stat(job["capture"]).st_size > job["outputLimit"]:
                return "flood", job["outputLimit"]
        except OSError:
            pass
        if select.select([0], [], [], TICK)[0] and not os.read(0, 1):
            return "interrupted", None


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        job = json.load(file)
    env, work = {**os.environ, "EXAMPLES_TRACE": job["trace"]}, job["work"]
    if job["isolation"] == "namespace":
        isolate.isolate(job["base"])
        if isolate.private_tmp(job["base"]):
            env["TMPDIR"], work = "/tmp", os.path.join("/tmp", os.path.basename(work))
    else:
        processes.adopt_orphans()
    with open(job["log"], "wb") as log:
        child = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "page.py"), sys.argv[1]],
            cwd=work,
            env=env,
            stdin=subprocess.DEVNULL,
            stderr=log,
            preexec_fn=prepare_child,
            start_new_session=True,
        )
    broken, figure = watch(child, job)
    if broken in ("timeout", "memory", "flood"):
        try:
            os.kill(child.pid, signal.SIGUSR1)  # faulthandler writes where the page is, even inside C++
            time.sleep(0.3)
        except OSError:
            pass
    processes.end_all(child.pid)
    report(
        event="end",
        broken=broken,
        figure=figure,
        code=child.returncode,
        trace=tail(job["trace"], 8000),
        log=tail(job["log"], 3000),
    )


if __name__ == "__main__":
    main()
