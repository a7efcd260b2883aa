"""The changes that a mutant makes to a source file, found in its syntax tree.

A mutant changes one place: a comparison, an operator, a constant, a return value, a condition, a
statement or the order of two arguments. Docstrings, types, messages and lines of a log stay.
"""

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

_BOTH_WAYS: Final[tuple[tuple[type[ast.AST], type[ast.AST]], ...]] = (
    (ast.Lt, ast.LtE),
    (ast.Gt, ast.GtE),
    (ast.Eq, ast.NotEq),
    (ast.Is, ast.IsNot),
    (ast.In, ast.NotIn),
    (ast.And, ast.Or),
    (ast.Add, ast.Sub),
    (ast.Mult, ast.FloorDiv),
    (ast.BitAnd, ast.BitOr),
)
#: What becomes of an operator.
OPERATORS: Final[dict[type[ast.AST], type[Any]]] = {
    **dict(_BOTH_WAYS),
    **{other: one for one, other in _BOTH_WAYS},
    ast.Mod: ast.FloorDiv,
}
#: Calls and names that are no behaviour: lines of a log, and what only type checkers read.
NO_BEHAVIOUR: Final = {
    *("log", "logger", "logging"),
    *("cast", "TypeVar", "TYPE_CHECKING", "assert_never", "__all__"),
}


class Mutant(NamedTuple):
    """One change of one file: bytes from `start` to `end` become `after`. The statement that holds
    the place begins at line `statement`.
    """

    file: str
    line: int
    statement: int
    start: int
    end: int
    before: str
    after: str

    @property
    def change(self) -> str:
        """The change on one line, as the list of equivalent mutants has it."""
        return f"{' '.join(self.before.split())} -> {self.after}"


def changes_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every changed form of a node."""

    def changed(change: Callable[[Any], None]) -> ast.AST:
        other = copy.deepcopy(node)
        change(other)
        return other

    match node:
        case ast.Compare(ops=[op, *_]) if type(op) in OPERATORS:
            yield changed(lambda n: n.ops.__setitem__(0, OPERATORS[type(op)]()))
        case ast.BinOp(op=op, left=left) if type(op) in OPERATORS:
            if not (isinstance(left, ast.Constant) and isinstance(left.value, str)):
                yield changed(lambda n: setattr(n, "op", OPERATORS[type(op)]()))
        case ast.AugAssign(op=op) if type(op) in OPERATORS:
            yield changed(lambda n: setattr(n, "op", OPERATORS[type(op)]()))
            yield ast.Pass()
        case ast.BoolOp(op=op):
            yield changed(lambda n: setattr(n, "op", OPERATORS[type(op)]()))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() as number):
            yield ast.Constant(number + 1)
        case ast.Constant(value=str() as text):
            yield ast.Constant(f"{text}~")
        case ast.Return(value=ast.expr() as value) if not _is_false(value):
            yield ast.Return(ast.Constant(None))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield ast.IfExp(test, orelse, body)
        case ast.Call(args=[first, second, *_]):
            if not any(isinstance(one, ast.Starred) for one in (first, second)):
                yield changed(lambda n: n.args.__setitem__(slice(2), [second, first]))
        case ast.Expr(value=ast.Call()) | ast.Raise() | ast.Assign(targets=[ast.Attribute()]):
            yield ast.Pass()
        case ast.Break():
            yield ast.Continue()


def mutants_of(source: bytes, file: str) -> Iterator[Mutant]:
    """Yield every mutant of a source file: two alike arguments that change places are none."""
    begins = [0]
    for line in source.splitlines(keepends=True):
        begins.append(begins[-1] + len(line))
    for node, statement in _behaviour(ast.parse(source), 1):
        start = begins[node.lineno - 1] + node.col_offset
        end = begins[node.end_lineno - 1] + node.end_col_offset
        before = source[start:end].decode()
        for other in changes_of(node):
            text = ast.unparse(ast.fix_missing_locations(other))
            if text == ast.unparse(node):
                continue
            after = f"({text})" if isinstance(node, ast.expr) else text
            yield Mutant(file, node.lineno, statement, start, end, before, after)


def _behaviour(tree: ast.AST, statement: int) -> Iterator[tuple[Any, int]]:
    """Yield the nodes that say what happens, each with the first line of its statement: no
    docstrings, types, messages or lines of a log.
    """
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        nodes = value if isinstance(value, list) else [value]
        if name == "args" and isinstance(tree, ast.Call) and _root(tree.func) == "require":
            nodes = nodes[:1]  # the audit's condition: its other argument is the message
        for node in nodes:
            if not isinstance(node, ast.AST) or _says_nothing(node):
                continue
            line = node.lineno if isinstance(node, ast.stmt) else statement
            if isinstance(node, ast.expr | ast.stmt):
                yield node, line
            # A message is for people: its words may change. A pattern is no expression.
            if not isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr | ast.pattern):
                yield from _behaviour(node, line)


def _says_nothing(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Call() as call):
            return _root(call.func) in NO_BEHAVIOUR
        case ast.Call(func=func):
            return _root(func) in NO_BEHAVIOUR
        case ast.keyword(arg="gc" | "repr"):  # of a struct: a matter of speed, or of debugging
            return True
        case ast.If(test=test):
            return _root(test) in NO_BEHAVIOUR or "__name__" in ast.unparse(test)
        case ast.Assign(targets=[ast.Name(id="reason")], value=ast.Constant() | ast.JoinedStr()):
            return True  # the message of a refusal, which is raised next
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name in NO_BEHAVIOUR
        case ast.AnnAssign(annotation=annotation):
            return "TypeAlias" in ast.unparse(annotation)
    return False


def _root(node: ast.AST) -> str:
    """The first name of an expression, such as `log` of `log.info(...)`, without underscores."""
    while isinstance(node, ast.Attribute | ast.Call):
        node = node.value if isinstance(node, ast.Attribute) else node.func
    return node.id.removeprefix("_") if isinstance(node, ast.Name) else ""


def _is_false(node: ast.AST) -> bool:
    """Whether a value is None, or as false as None where somebody asks: it is changed to True."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)
