"""What a file of probes imports: `from probes import proves, raises, unproved`."""

import contextlib

#: What the file that is being read has registered, in order.
REGISTERED = []


def proves(name, *quotes, versions=None, dies=None):
    """Registers a function that fails where what an entry of the reference says is false.

    name: dotted name of the entry, e.g. "tvm.topi.scatter_nd".
    quotes: str, words of the entry that the function proves; they have to stand there.
    versions: releases (tuple of str) whose entry says so; None for all that have the entry.
    dies: name of the signal that ends the process, e.g. "SIGSEGV", where that is what the entry says.

    The function takes the module `tvm`, and as a second argument, where it has one, the release. Decorate it twice where
    two releases say the same in other words.
    """
    if not quotes:
        raise ValueError(f"{name}: a probe quotes the words that it proves")

    def register(function):
        REGISTERED.append({"name": name, "quotes": quotes, "versions": versions, "dies": dies, "function": function})
        return function

    return register


def check_error(release):
    """The class that a failed check of TVM's C++ raises in a release."""
    return "InternalError" if release == "0.13.0" else "TVMError"


def proves_check(name, *quotes):
    """`proves` for words with `InternalError`, where the entries of the releases before 0.13.0 say `TVMError`."""
    before = ("0.10.0", "0.12.0")

    def register(function):
        proves(name, *(quote.replace("InternalError", "TVMError") for quote in quotes), versions=before)(function)
        proves(name, *quotes, versions=("0.13.0",))(function)
        return function

    return register


def unproved(name, *quotes, reason, versions=None):
    """Registers words of an entry that cannot be run here, with the reason in Chinese, e.g. "要有 CUDA"."""
    REGISTERED.append({"name": name, "quotes": quotes, "versions": versions, "reason": reason})


@contextlib.contextmanager
def raises(kind, words=""):
    """Fails where the block raises nothing, no `kind` (a class, or the name of one), or a message without `words`."""
    try:
        yield
    except BaseException as error:
        names = [one.__name__ for one in type(error).__mro__]
        assert getattr(kind, "__name__", kind) in names, f"raised {names[0]}: {error}"
        assert words in str(error), f"the message has no «{words}»: {error}"
    else:
        raise AssertionError(f"nothing was raised; expected {kind}: {words}")
