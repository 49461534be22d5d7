"""Reads the code of a page without running it; job on standard input, answer on standard output, both JSON.

Of Python: the packages that it imports; and for the fences that are not run, their syntax and each `tvm.…` or
`vta.…` name that they use, found through imports and aliases, with the keyword arguments of calls. Of shell:
the `tvmc` command lines.
"""

import ast
import importlib.metadata
import json
import shlex
import sys

ROOTS = ("tvm", "vta")


class Uses(ast.NodeVisitor):
    """Collects uses of TVM's names; `aliases` maps a local name to the dotted name behind it."""

    def __init__(self, aliases):
        self.aliases = aliases
        self.found = []

    def _use(self, node, name, call=None):
        keywords = [k.arg for k in call.keywords if k.arg] if call else None
        self.found.append({"line": node.lineno, "name": name, "keywords": keywords})

    def _dotted(self, node):
        parts = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if isinstance(node, ast.Name) and node.id in self.aliases:
            return ".".join([self.aliases[node.id], *reversed(parts)])
        return None

    def visit_Import(self, node):
        for item in node.names:
            if item.name.split(".")[0] in ROOTS:
                self._use(node, item.name)
                self.aliases[item.asname or item.name.split(".")[0]] = (
                    item.name if item.asname else item.name.split(".")[0]
                )

    def visit_ImportFrom(self, node):
        if node.level or not node.module or node.module.split(".")[0] not in ROOTS:
            return
        for item in node.names:
            name = node.module if item.name == "*" else f"{node.module}.{item.name}"
            self._use(node, name)
            if item.name != "*":
                self.aliases[item.asname or item.name] = name

    def visit_Call(self, node):
        name = self._dotted(node.func)
        if name:
            self._use(node.func, name, node)
        else:
            self.visit(node.func)
        for part in [*node.args, *node.keywords]:
            self.visit(part)

    def visit_Attribute(self, node):
        name = self._dotted(node)
        if name:
            self._use(node, name)
        else:
            self.generic_visit(node)

    def visit_Name(self, node):
        if not isinstance(node.ctx, ast.Load):
            self.aliases.pop(node.id, None)  # from here on the name means something else
        elif node.id in self.aliases:
            self._use(node, self.aliases[node.id])

    def visit_Assign(self, node):
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)

    def _function(self, node):
        arguments = node.args
        for part in [*getattr(node, "decorator_list", []), *arguments.defaults, *filter(None, arguments.kw_defaults)]:
            self.visit(part)
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        outer = self.aliases
        self.aliases = {k: v for k, v in outer.items() if k not in {a.arg for a in every if a}}
        for argument in filter(None, every):
            if argument.annotation:
                self.visit(argument.annotation)
        for part in node.body if isinstance(node.body, list) else [node.body]:
            self.visit(part)
        self.aliases = outer

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _function


def imported(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (item.name.split(".")[0] for item in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def read_python(fences):
    aliases, modules, errors, uses = {}, set(), [], []
    for fence in fences:
        try:
            tree = ast.parse("\n" * fence["line"] + fence["body"])
        except SyntaxError as error:
            if fence["role"] == "norun":
                errors.append({"index": fence["index"], "line": error.lineno or fence["line"], "message": error.msg})
            continue
        visitor = Uses(aliases)
        visitor.visit(tree)
        if fence["role"] == "norun":
            uses += [{"index": fence["index"], **use} for use in visitor.found]
        else:
            modules.update(imported(tree))
    return modules, errors, uses


def versions(modules):
    """Installed distributions that provide these top-level modules, with their versions."""
    providers = importlib.metadata.packages_distributions()
    found = {name for module in modules for name in providers.get(module, [])}
    return {name.lower(): importlib.metadata.version(name) for name in sorted(found)}


def commands(words):
    """Splits the words of a command line at the shell's operators."""
    command = []
    for word in words:
        if word and not word.strip("|&;()<>"):
            yield command
            command = []
        else:
            command.append(word)
    yield command


def tvmc_lines(fence):
    lines = fence["body"].split("\n")
    number = 0
    while number < len(lines):
        first, text = number, lines[number]
        while text.endswith("\\") and number + 1 < len(lines):
            number += 1
            text = text[:-1] + " " + lines[number]
        number += 1
        if "tvmc" not in text:
            continue
        lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        try:
            words = list(lexer)
        except ValueError:  # part of a here-document or of a string over several lines
            continue
        for command in commands(words):
            while command and "=" in command[0] and not command[0].startswith("-"):
                command = command[1:]
            if command[1:3] == ["-m", "tvm.driver.tvmc"]:
                command = ["tvmc", *command[3:]]
            if command[:1] == ["tvmc"]:
                yield {"index": fence["index"], "line": fence["line"] + 1 + first, "words": command}


def main():
    fences = json.load(sys.stdin)
    modules, errors, uses = read_python([f for f in fences if f["role"] in ("run", "norun")])
    shell = [f for f in fences if f["role"] in ("shell", "shell-run")]
    answer = {
        "packages": versions(modules - set(ROOTS)),
        "syntaxErrors": errors,
        "uses": uses,
        "tvmc": [line for fence in shell for line in tvmc_lines(fence)],
    }
    json.dump(answer, sys.stdout)


if __name__ == "__main__":
    main()
