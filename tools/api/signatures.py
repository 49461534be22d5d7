"""Parameter lists as texts: without annotations, without `self` or `cls`."""

import ast

import griffe

KINDS = griffe.ParameterKind


def _text(parameters):
    parts, star = [], False
    positional_only = [p for p in parameters if p.kind is KINDS.positional_only]
    for parameter in parameters:
        if parameter.kind is KINDS.var_positional:
            parts.append(f"*{parameter.name}")
            star = True
            continue
        if parameter.kind is KINDS.var_keyword:
            parts.append(f"**{parameter.name}")
            continue
        if parameter.kind is KINDS.keyword_only and not star:
            parts.append("*")
            star = True
        default = "" if parameter.default is None else f"={parameter.default}"
        parts.append(parameter.name + default)
        if positional_only and parameter is positional_only[-1]:
            parts.append("/")
    return f"({', '.join(parts)})"


def of_function(function, bound=False):
    """The parameter list of a function; `bound` leaves out the first parameter."""
    parameters = list(function.parameters)
    return _text(parameters[1:] if bound and parameters else parameters)


def members(cls):
    """Public members that the class itself defines: a parameter list, `property`, `value` or `class`."""
    found = {}
    for name, member in cls.members.items():
        if name.startswith("_") or member.is_alias:
            continue
        if member.is_function:
            found[name] = of_function(member, bound="staticmethod" not in member.labels)
        elif member.is_class:
            found[name] = "class"
        elif "property" in member.labels:
            found[name] = "property"
        elif "class-attribute" in member.labels or member.annotation is not None:
            found[name] = "value"
    return found


def of_namedtuple(attribute):
    """The parameter list of `X = namedtuple("X", [...])`; None for any other value."""
    call = attribute.value
    if not isinstance(call, griffe.ExprCall) or not str(call.function).endswith("namedtuple"):
        return None
    try:
        fields = ast.literal_eval(str(list(call.arguments)[1]))
    except (ValueError, SyntaxError, IndexError):
        return None
    return f"({', '.join(fields.replace(',', ' ').split() if isinstance(fields, str) else fields)})"


def _has_decorator(cls, name):
    return any(d.callable_path.split(".")[-1] == name for d in cls.decorators)


def _fields(tree, name, seen):
    """Fields of a dataclass, those of its bases first."""
    found = {}
    for base, _ in tree.bases(name):
        if base and base.obj is not None and base.home not in seen and _has_decorator(base.obj, "dataclass"):
            found.update(_fields(tree, base, seen | {base.home}))
    for member in name.obj.members.values():
        if member.is_attribute and member.annotation is not None and "ClassVar" not in str(member.annotation):
            found[member.name] = member.value
    return found


def of_class(tree, name, seen=frozenset()):
    """The parameter list for making an instance, from the class or its bases; None where it can't be read."""
    own = name.obj.members.get("__init__")
    if own is not None and own.is_function:
        return of_function(own, bound=True)
    if _has_decorator(name.obj, "dataclass") or any(text.endswith("NamedTuple") for _, text in tree.bases(name)):
        fields = _fields(tree, name, seen)
        return f"({', '.join(f if v is None else f'{f}={v}' for f, v in fields.items())})"
    for base, _ in tree.bases(name):
        if base and base.obj is not None and base.obj.is_class and base.home not in seen:
            sig = of_class(tree, base, seen | {name.home, base.home})
            if sig is not None:
                return sig
    return None
