"""Where the system grants no namespaces: refuses, inside Python, what a page must not do.

It sees the page's own process only: not C++ and not child processes. The namespaces of isolate.py are the rule,
this is what is left without them, and the tool says which of the two is at work.
"""

import errno
import os
import socket
import sys

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {"os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink", "os.link", "os.truncate", "os.chmod"}
LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0", "::")


def install(base):
    """Refuses writing outside `base` and connecting beyond loopback, with the errors that namespaces give."""
    base = os.path.realpath(base)
    local = {"", socket.gethostname()}

    def check_path(path):
        if not isinstance(path, (str, bytes)):  # a descriptor
            return
        real = os.path.realpath(os.fsdecode(path))
        if not (real == base or real.startswith((base + os.sep, "/dev/", "/proc/"))):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), real)

    def is_local(host):
        host = os.fsdecode(host) if host is not None else ""
        return host in local or host.startswith(LOOPBACK)

    def hook(event, args):
        if event == "open":
            path, _mode, flags = args
            if isinstance(flags, int) and flags & WRITES:
                check_path(path)
        elif event in CHANGES:
            check_path(args[0])
            if event == "os.rename":
                check_path(args[1])
        elif event in ("socket.connect", "socket.sendto"):
            address = args[1]
            if isinstance(address, tuple) and not is_local(address[0]):
                raise OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))
        elif event == "socket.getaddrinfo" and not is_local(args[0]):
            raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    sys.addaudithook(hook)
