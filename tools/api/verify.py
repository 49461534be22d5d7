"""Compares an inventory with the TVM that this interpreter imports.

usage: PYTHON verify.py INVENTORY.json, with the interpreter of the release; prints what differs, one line each.
Of parameter lists the names, their kinds and which of them have a default are compared.
"""

import ast
import importlib
import inspect
import json
import re
import sys
import types
import warnings
from collections import Counter


def parameters(sig):
    """Shape of a parameter list given as text."""
    arguments = ast.parse(f"def f{sig}: pass").body[0].args
    plain = [*arguments.posonlyargs, *arguments.args]
    first_default = len(plain) - len(arguments.defaults)
    kinds = [(a.arg, i >= first_default) for i, a in enumerate(plain)]
    if arguments.vararg:
        kinds.append("*" + arguments.vararg.arg)
    kinds += [("=" + a.arg, d is not None) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults)]
    if arguments.kwarg:
        kinds.append("**" + arguments.kwarg.arg)
    return kinds


def running(obj):
    """Shape of the parameter list of a running object; None where Python has none."""
    try:
        signature = inspect.signature(obj)
    except (ValueError, TypeError):
        return None
    shape = []
    for p in signature.parameters.values():
        has_default = p.default is not p.empty
        if p.kind is p.VAR_POSITIONAL:
            shape.append("*" + p.name)
        elif p.kind is p.VAR_KEYWORD:
            shape.append("**" + p.name)
        else:
            shape.append((("=" if p.kind is p.KEYWORD_ONLY else "") + p.name, has_default))
    return shape


def kind_of(obj):
    if isinstance(obj, types.ModuleType):
        return "module"
    if inspect.isclass(obj):
        return "class"
    return "function" if inspect.isroutine(obj) else "object" if callable(obj) else "value"


def from_packages(obj, packages):
    where = obj.__name__ if isinstance(obj, types.ModuleType) else getattr(obj, "__module__", None)
    return isinstance(where, str) and where.split(".")[0] in packages


def text_of(obj):
    try:
        return f"({', '.join(str(p.replace(annotation=p.empty)) for p in inspect.signature(obj).parameters.values())})"
    except (ValueError, TypeError):
        return "—"


def main():
    warnings.simplefilter("ignore")
    with open(sys.argv[1], encoding="utf-8") as file:
        inventory = json.load(file)
    packages = {name.split(".")[0] for name in inventory}
    modules, counts = {}, Counter()
    for name in inventory:
        try:
            modules[name] = importlib.import_module(name)
        except BaseException as error:  # a module may end the interpreter where its framework is missing
            counts["modules that this interpreter cannot import"] += 1
            print(f"import {name}: {type(error).__name__}: {re.sub(chr(10), ' ', str(error))[:100]}")
    for name, module in modules.items():
        for key, entry in inventory[name].items():
            counts["names"] += 1
            if not hasattr(module, key):
                counts["missing"] += 1
                print(f"missing {name}.{key} ({entry['kind']}, {entry['home']})")
                continue
            obj = getattr(module, key)
            kind = kind_of(obj)
            # A value is what a call made: only the build knows what that is.
            agrees = kind == entry["kind"] or entry["kind"] == "value" or (kind, entry["kind"]) == ("object", "function")
            if not agrees and from_packages(obj, packages):
                counts["kind"] += 1
                print(f"kind {name}.{key}: {entry['kind']} in the inventory, {kind} in the build")
            elif "sig" in entry and kind in ("class", "function"):
                shape = running(obj)
                # A packed function takes anything: Python can't see its parameters.
                if shape not in (None, ["*args"]) and shape != parameters(entry["sig"]):
                    counts["signature"] += 1
                    print(f"signature {name}.{key}: {entry['sig']} in the inventory, {text_of(obj)} in the build")
        for key, obj in vars(module).items():
            if not key.startswith("_") and key not in inventory[name] and from_packages(obj, packages):
                counts["extra"] += 1
                print(f"extra {name}.{key} ({kind_of(obj)})")
    print(", ".join(f"{key}: {count}" for key, count in sorted(counts.items())))


if __name__ == "__main__":
    main()
