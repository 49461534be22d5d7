"""Shuts a page in, inside the namespaces that `unshare --net --mount --pid` made (Linux 5.12 or newer)."""

import ctypes
import fcntl
import os
import socket
import struct
import sys

MS_BIND, MS_REC, MS_NOSUID, MS_NODEV = 4096, 16384, 2, 4
AT_FDCWD, AT_RECURSIVE, MOUNT_ATTR_RDONLY = -100, 0x8000, 1
MOUNT_SETATTR = 442  # the same number on every architecture
SIOCSIFFLAGS, IFF_UP_RUNNING = 0x8914, 0x41

libc = ctypes.CDLL(None, use_errno=True)


def _check(result, what):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)


def _mount(source, target, kind, flags):
    _check(libc.mount(source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), None), target)


def _set_attributes(path, flags, add, remove):
    attributes = struct.pack("QQQQ", add, remove, 0, 0)
    _check(
        libc.syscall(MOUNT_SETATTR, AT_FDCWD, path.encode(), flags, attributes, ctypes.c_size_t(len(attributes))), path
    )


def loopback_up():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        fcntl.ioctl(sock, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP_RUNNING))


def isolate(base):
    """Makes the whole file system read-only but `base`, gives a private /dev/shm, and starts loopback.

    Raises OSError where the kernel or the container does not allow it.
    """
    loopback_up()
    _mount(base, base, "", MS_BIND)
    _set_attributes("/", AT_RECURSIVE, MOUNT_ATTR_RDONLY, 0)
    _set_attributes(base, 0, 0, MOUNT_ATTR_RDONLY)
    if os.path.isdir("/dev/shm"):
        _mount("tmpfs", "/dev/shm", "tmpfs", MS_NOSUID | MS_NODEV)


def private_tmp(base):
    """Puts the page's own folder for temporary files in the place of /tmp, as readers see it in messages.

    Does nothing, and returns False, where Python or TVM itself lies below /tmp and would be hidden.
    """
    needed = [os.path.dirname(__file__), sys.executable, sys.prefix, sys.base_prefix, *sys.path]
    if any(os.path.realpath(path).startswith("/tmp/") for path in needed):
        return False
    own = os.path.join(base, "tmp")
    if base.startswith("/tmp/"):  # stays where it is, inside the new /tmp
        again = os.path.join(own, os.path.relpath(base, "/tmp"))
        os.makedirs(again)
        _mount(base, again, "", MS_BIND)
    _mount(own, "/tmp", "", MS_BIND | MS_REC)
    return True
