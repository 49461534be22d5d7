"""What a file of probes imports: `from probes import proves, raises, unproved`."""

import contextlib

#: What the file that is being read has registered, in order.
REGISTERED = []


def proves(name, *quotes, versions=None):
    """Registers a function that fails where what an entry of the reference says is false.

    name: dotted name of the entry, e.g. "tvm.topi.scatter_nd".
    quotes: str, words of the entry that the function proves; they have to stand there.
    versions: releases (tuple of str) whose entry says so; None for all that have the entry.

    The function takes the module `tvm`, and as a second argument, where it has one, the release. Decorate it twice where
    two releases say the same in other words.
    """
    if not quotes:
        raise ValueError(f"{name}: a probe quotes the words that it proves")

    def register(function):
        REGISTERED.append({"name": name, "quotes": quotes, "versions": versions, "function": function})
        return function

    return register


def unproved(name, *quotes, reason, versions=None):
    """Registers words of an entry that cannot be run here, with the reason in Chinese, e.g. "要有 CUDA"."""
    REGISTERED.append({"name": name, "quotes": quotes, "versions": versions, "reason": reason})


@contextlib.contextmanager
def raises(kind, words=""):
    """Fails where the block raises nothing, another class than `kind` (any, for `Exception`), or a message without `words`."""
    try:
        yield
    except BaseException as error:
        # The class itself, not one that it is derived from: an entry names the class that a reader will see.
        assert kind is Exception or type(error).__name__ == getattr(kind, "__name__", kind), f"raised {type(error).__name__}: {error}"
        assert words in str(error), f"the message has no «{words}»: {error}"
    else:
        raise AssertionError(f"nothing was raised; expected {kind}: {words}")
