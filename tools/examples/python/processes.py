"""The processes that a page has started: their memory, and ending them."""

import ctypes
import os
import signal
import subprocess
import time

PR_SET_CHILD_SUBREAPER = 36
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")


def adopt_orphans():
    """Keeps processes whose parent ended among our descendants (Linux; elsewhere nothing)."""
    try:
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    except AttributeError:
        pass


def _table():
    """Parent and resident bytes of each process, by id."""
    table = {}
    if os.path.isdir("/proc/self"):
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    with open(f"/proc/{name}/stat") as file:
                        fields = file.read().rpartition(")")[2].split()
                except OSError:
                    continue
                table[int(name)] = (int(fields[1]), int(fields[21]) * PAGE_SIZE)
        return table
    listing = subprocess.run(["ps", "-axo", "pid=,ppid=,rss="], capture_output=True, text=True, check=False)
    for line in listing.stdout.splitlines():
        pid, parent, kilobytes = map(int, line.split())
        table[pid] = (parent, kilobytes * 1024)
    return table


def descendants():
    """Ids of all processes below this one, and the bytes of memory that they hold together."""
    table, found, front = _table(), set(), {os.getpid()}
    while front:
        front = {pid for pid, (parent, _) in table.items() if parent in front and pid not in found}
        found |= front
    return found, sum(table[pid][1] for pid in found)


def end_all(page):
    """Ends the page's process group and every descendant, and waits until they are gone."""
    try:
        os.killpg(page, signal.SIGKILL)
    except OSError:
        pass
    for _ in range(100):
        for pid in descendants()[0]:
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        time.sleep(0.02)
