"""Prints the public names of Python packages, read from their source with griffe; nothing is imported.

usage: inventory.py [--names] PACKAGE_DIRECTORY...     e.g. tvm/python/tvm tvm/vta/python/vta

griffe reads each file. Which object a name means in the end is found by following the import statements in the
order in which Python executes them, for two things that a reading file by file gets wrong: of two star imports
the later wins, and a function that a package imports hides the submodule of the same name.
"""

import argparse
import ast
import json
import re
import sys
from pathlib import Path

import griffe

import signatures


class Name:
    """What a name means: a module, or an object that griffe found in a module."""

    def __init__(self, module, obj=None):
        self.module, self.obj = module, obj

    @property
    def home(self):
        return self.module if self.obj is None else f"{self.module}.{self.obj.name}"


class Tree:
    """The modules of some packages, and their namespaces as they are after importing everything."""

    def __init__(self, packages):
        self.files = {}
        for package in packages:
            for file in sorted(package.rglob("*.py")):
                parts = file.relative_to(package.parent).with_suffix("").parts
                self.files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
        # Folders without __init__.py that lead to a module are packages too.
        self.folders = {name.rsplit(".", n)[0] for name in self.files for n in range(name.count(".") + 1)}
        self.spaces, self.modules = {}, {}
        for name in [package.name for package in packages] + sorted(self.files):
            self.load(name)

    def load(self, name):
        """Executes the imports and definitions of a module, once, as Python would."""
        if name in self.spaces or name not in self.folders:
            return
        parent, _, leaf = name.rpartition(".")
        self.load(parent)
        if name not in self.spaces:
            self.spaces[name] = {}
            self.execute(name, parent, leaf)
            if parent in self.spaces:
                # Last of all, and yet before what the package itself binds after the import.
                self.spaces[parent][leaf] = Name(name)

    def execute(self, name, parent, leaf):
        if name not in self.files:
            self.modules[name] = griffe.Module(leaf, parent=self.modules.get(parent))
            return
        space = self.spaces[name]
        code = self.files[name].read_text(encoding="utf-8")
        module = self.modules[name] = griffe.visit(
            leaf, filepath=self.files[name], code=code, parent=self.modules.get(parent)
        )
        for member in statements(module, code):
            if isinstance(member, str):
                self.load(member)
            elif not member.is_alias:
                space[member.name] = self.definition(name, member)
            elif member.wildcard:
                self.load_path(member.target_path)
                space.update(self.exported(member.target_path))
            else:
                self.load_path(member.target_path)
                found = self.resolve_path(member.target_path)
                if found:
                    space[member.name] = found
                else:
                    space.pop(member.name, None)  # now from another package

    def load_path(self, path):
        parts = path.split(".")
        for count in range(1, len(parts) + 1):
            self.load(".".join(parts[:count]))

    def exported(self, module):
        space = self.spaces.get(module, {})
        exports = self.modules[module].exports if module in self.modules else None
        if exports is not None:
            listed = [str(name) for name in exports]
            return {name: space[name] for name in listed if name in space}
        return {name: found for name, found in space.items() if not name.startswith("_")}

    def definition(self, module, member):
        """An attribute that only gives another name to something is that thing."""
        if member.is_attribute and isinstance(member.value, (griffe.ExprName, griffe.ExprAttribute)):
            target = self.resolve_in(module, str(member.value))
            if target:
                return target
        return Name(module, member)

    def resolve_path(self, path):
        """What `from a.b import c` means, `path` being `a.b.c`: Python takes `a.b` by its name, then its attribute."""
        module, _, name = path.rpartition(".")
        return self.spaces.get(module, {}).get(name) or (Name(path) if path in self.spaces else None)

    def resolve_in(self, module, path):
        """A dotted path as it would be written inside a module."""
        head, _, rest = path.partition(".")
        start = self.spaces[module].get(head)
        return start and self.follow(start, rest)

    def follow(self, start, rest):
        for part in filter(None, rest.split(".")):
            if start.obj is not None:
                member = start.obj.members.get(part) if start.obj.is_class else None
                if member is None or member.is_alias:
                    return None
                start = Name(start.home, member)
                continue
            start = self.spaces.get(start.module, {}).get(part) or (
                Name(f"{start.module}.{part}") if f"{start.module}.{part}" in self.spaces else None
            )
            if start is None:
                return None
        return start

    def bases(self, name):
        """Bases of a class: those found, and the text of each."""
        texts = [str(base) for base in name.obj.bases]
        return [(self.resolve_in(name.module, text), text) for text in texts]


def statements(module, code):
    """What binds names in a module, in the order of its lines.

    To griffe's members come the submodules of `from . import x` in a package, as their names, since griffe makes
    no member of them; what stands under `if __name__ == "__main__"` or `if TYPE_CHECKING` is left out.
    """
    events, skipped = [], []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and node.level == 1 and not node.module and module.is_init_module:
            events += [(node.lineno, f"{module.path}.{item.name}") for item in node.names]
        elif isinstance(node, ast.If) and re.search(r"__name__|TYPE_CHECKING", ast.unparse(node.test)):
            skipped.append(range(node.body[0].lineno, node.body[-1].end_lineno + 1))
    for member in module.members.values():
        line = (member.alias_lineno if member.is_alias else member.lineno) or 0
        if not any(line in lines for lines in skipped):
            events.append((line, member))
    return [event for _, event in sorted(events, key=lambda event: event[0])]


def is_public(module):
    """No part of the name starts with `_`, but for `tvm._ffi`, whose decorators users need."""
    return not any(part.startswith("_") for part in module.replace("tvm._ffi", "tvm", 1).split("."))


def describe(tree, name, at_home):
    """The entry of a name; members and bases only where it is defined."""
    if name.obj is None:
        return {"kind": "module", "home": name.home}
    if name.obj.is_function:
        bound = "classmethod" in name.obj.labels
        return {"kind": "function", "sig": signatures.of_function(name.obj, bound), "home": name.home}
    if not name.obj.is_class:
        sig = signatures.of_namedtuple(name.obj)
        return {"kind": "class", "sig": sig, "home": name.home} if sig else {"kind": "value", "home": name.home}
    entry = {"kind": "class"}
    if at_home:
        entry["bases"] = [base.home if base else text for base, text in tree.bases(name)]
        entry["members"] = signatures.members(name.obj)
    sig = signatures.of_class(tree, name)
    if sig is not None:
        entry["sig"] = sig
    return {**entry, "home": name.home}


def inventory(tree):
    """Module -> name -> entry, of all public names; of private modules what public names lead to."""
    result = {}
    for module in sorted(tree.spaces):
        if is_public(module):
            space = tree.spaces[module]
            names = sorted(name for name in space if not name.startswith("_"))
            result[module] = {
                name: describe(tree, space[name], space[name].home == f"{module}.{name}") for name in names
            }
    for entries in list(result.values()):
        for entry in list(entries.values()):
            module, _, name = entry["home"].rpartition(".")
            if entry["kind"] == "class" and module in tree.spaces and name not in result.get(module, {}):
                result.setdefault(module, {})[name] = describe(tree, tree.spaces[module][name], True)
            elif entry["kind"] == "module" and not is_public(entry["home"]):
                space = tree.spaces[entry["home"]]
                for inner in sorted(n for n in space if not n.startswith("_")):
                    home = space[inner].home == f"{entry['home']}.{inner}"
                    result.setdefault(entry["home"], {})[inner] = describe(tree, space[inner], home)
    return {module: result[module] for module in sorted(result) if result[module]}


def other_names(tree, result):
    """Second names that packages give to modules, e.g. `tvm.transform` for `tvm.ir.transform`."""
    for module, entries in result.items():
        is_package = tree.files.get(module) is None or tree.files[module].name == "__init__.py"
        for name, entry in entries.items():
            path = f"{module}.{name}"
            if is_package and entry["kind"] == "module" and entry["home"] != path and path not in result:
                yield path, entry["home"]


def write(tree, result, only_names):
    """One module or name a line, so that a change of one name is a change of one line."""

    def dump(value):
        return json.dumps(value, ensure_ascii=False)

    modules = []
    if only_names:
        modules = [f"{dump(path)}: {dump(home)}" for path, home in other_names(tree, result)]
    for module, entries in result.items():
        if only_names:
            modules.append(f"{dump(module)}: {dump(sorted(entries))}")
        else:
            lines = ",\n".join(f"  {dump(name)}: {dump(entry)}" for name, entry in sorted(entries.items()))
            modules.append(f"{dump(module)}: {{\n{lines}\n}}")
    sys.stdout.write("{\n" + ",\n".join(sorted(modules)) + "\n}\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--names", action="store_true", help="only the names of each module")
    parser.add_argument("packages", nargs="+", type=Path, metavar="PACKAGE_DIRECTORY")
    arguments = parser.parse_args()
    sys.setrecursionlimit(10000)
    tree = Tree(arguments.packages)
    write(tree, inventory(tree), arguments.names)


if __name__ == "__main__":
    main()
