"""The source of a kernel, rewritten so that it calls functions in place of operators."""

import ast
import linecache
from collections.abc import Iterator
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from .arithmetic import MOST, OPERATORS

CALL = "()"  # ends the name of what is called
LARGEST_STORED = 127  # that any array can hold
METHODS = {"copy", "any", "all"}  # of arrays, without arguments
SYNTAX = (
    *(ast.Assign, ast.AugAssign, ast.Expr, ast.Return, ast.Pass),
    *(ast.If, ast.For, ast.While, ast.Break, ast.Continue, ast.IfExp),
    *(ast.Constant, ast.Name, ast.Tuple, ast.Starred, ast.Subscript, ast.Slice, ast.Attribute),
    *(ast.Call, ast.keyword, ast.Compare, ast.cmpop, ast.BoolOp, ast.boolop),
    *(ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context),
)

Rewritten = tuple[CodeType, frozenset[str]]


class NotPlainError(Exception):
    """Raised for a kernel that can't run as plain Python."""


def unchanged(source: FunctionType) -> Rewritten:
    """Returns the unchanged code of a function, and the global names that it uses."""
    return source.__code__, frozenset(_names_in(source.__code__)) & source.__globals__.keys()


def _names_in(code: CodeType) -> Iterator[str]:
    """Yields the global names that code uses, also within comprehensions, and other names."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names_in(constant)


def rewritten(source: FunctionType) -> Rewritten:
    """Returns the code of a function that calls functions in place of operators.

    Returns:
        The code, and the global names that it uses besides those functions: with dots where it
        reads from a module, and with CALL at the end where it calls what is named.

    Raises:
        NotPlainError: The source can't be read, or has more than `SYNTAX`.
    """
    if source.__closure__:
        raise NotPlainError
    return _rewritten(source.__code__)


@cache
def _rewritten(code: CodeType) -> Rewritten:
    function = _functions(code.co_filename).pop(code.co_firstlineno, None)
    if function is None or function.name != code.co_name:
        raise NotPlainError
    rewriting = _Rewriting(frozenset(code.co_varnames))
    function.body = rewriting.block(function.body)
    function.decorator_list, function.returns = [], None
    arguments = function.args
    for argument in ast.walk(arguments):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    nothing: Any = ast.Constant(None)  # the real ones are copied
    arguments.defaults = [nothing] * len(arguments.defaults)
    arguments.kw_defaults = [each and nothing for each in arguments.kw_defaults]
    module = ast.fix_missing_locations(ast.Module([function], []))
    made = compile(module, code.co_filename, "exec").co_consts
    return next(each for each in made if isinstance(each, CodeType)), frozenset(rewriting.used)


@cache
def _functions(file: str) -> dict[int, ast.FunctionDef]:
    """Returns the functions of a file by their first lines, decorators included."""
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except SyntaxError:
        return {}
    functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
    return {min([f.lineno, *(each.lineno for each in f.decorator_list)]): f for f in functions}


class _Rewriting(ast.NodeTransformer):
    """Rewrites the body of a function, and collects the global names that it uses."""

    def __init__(self, local: frozenset[str]) -> None:
        self.used: set[str] = set()
        self._local = local
        self._stores: list[ast.stmt] = []  # into arrays, for the present statement
        self._num_kept = 0

    def block(self, lines: list[ast.stmt]) -> list[ast.stmt]:
        """Rewrites statements."""
        made: list[ast.stmt] = []
        for line in lines:
            new = self.visit(line)
            made += new if isinstance(new, list) else [new]
        return made

    def visit(self, node: ast.AST) -> Any:
        """Rewrites a node."""
        if not isinstance(node, SYNTAX):
            raise NotPlainError
        return super().visit(node)

    def visit_Constant(self, node: ast.Constant) -> Any:
        is_large = isinstance(node.value, int) and node.value > MOST
        return self._named(str(node.value)) if is_large else node

    def visit_Name(self, node: ast.Name) -> Any:
        return node if node.id in self._local else self._named(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        dotted = self._dotted(node)
        return self._named(dotted) if dotted else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        dotted = self._dotted(node.func)
        is_known = isinstance(node.func, ast.Attribute) and node.func.attr in METHODS
        if not dotted and is_known and not node.args and not node.keywords:
            return self.generic_visit(node)
        if not dotted:  # another method, or a function in a variable
            raise NotPlainError
        arguments = [self.visit(each) for each in node.args]
        keywords = [ast.keyword(each.arg, self.visit(each.value)) for each in node.keywords]
        return ast.Call(self._named(dotted + CALL), arguments, keywords)

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        return self._operated(type(node.op).__name__, self.visit(node.left), self.visit(node.right))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not) or isinstance(node.operand, ast.Constant):
            return self.generic_visit(node)
        return self._operated(type(node.op).__name__, self.visit(node.operand))

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        operator, value = f"{type(node.op).__name__}=", self.visit(node.value)
        if isinstance(node.target, ast.Name):
            return _assigned(node.target.id, self._operated(operator, _read(node.target.id), value))
        if not isinstance(node.target, ast.Subscript):
            raise NotPlainError
        array, key = self._kept(), self._kept()
        changed = ast.Subscript(_read(array), _read(key), ast.Load())
        return [
            _assigned(array, self.visit(node.target.value)),
            _assigned(key, self._key(node.target.slice)),
            _stored(self._operated(operator, changed, value), _read(array), _read(key)),
        ]

    def visit_Assign(self, node: ast.Assign) -> Any:
        value = self.visit(node.value)
        target = node.targets[0]
        if len(node.targets) == 1 and isinstance(target, ast.Subscript):
            array, key = self.visit(target.value), self._key(target.slice)
            return _stored(value, array, key)
        targets = [self.visit(each) for each in node.targets]
        stores, self._stores = self._stores, []
        return [ast.Assign(targets, value), *stores]

    def visit_For(self, node: ast.For) -> Any:
        made = self.generic_visit(node)
        if self._stores:
            raise NotPlainError
        return made

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        kept = self._kept()
        array, key = self.visit(node.value), self._key(node.slice)
        self._stores.append(_stored(_read(kept), array, key))
        return ast.Name(kept, ast.Store())

    def _key(self, key: ast.expr) -> Any:
        """Rewrites the key of a subscript as an expression that can be an argument."""
        if isinstance(key, ast.Tuple):
            return ast.Tuple([self._key(each) for each in key.elts], ast.Load())
        if not isinstance(key, ast.Slice):
            return self.visit(key)
        parts = (key.lower, key.upper, key.step)
        bounds = [ast.Constant(None) if part is None else self.visit(part) for part in parts]
        return ast.Call(_read("slice"), bounds, [])

    def _operated(self, operator: str, *operands: ast.expr) -> ast.Call:
        if operator not in OPERATORS:
            raise NotPlainError
        return ast.Call(_read(operator), list(operands), [])

    def _dotted(self, node: ast.expr) -> str:
        """Returns the dotted name of a global; empty for any other expression."""
        if isinstance(node, ast.Name):
            return "" if node.id in self._local else node.id
        if not isinstance(node, ast.Attribute):
            return ""
        before = self._dotted(node.value)
        return before and f"{before}.{node.attr}"

    def _named(self, name: str) -> ast.Name:
        self.used.add(name)
        return _read(name)

    def _kept(self) -> str:
        """Returns the name of a new variable."""
        self._num_kept += 1
        return f"kept {self._num_kept}"


def _read(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _assigned(name: str, value: ast.expr) -> ast.Assign:
    return ast.Assign([ast.Name(name, ast.Store())], value)


def _stored(value: ast.expr, array: ast.expr, key: ast.expr) -> ast.stmt:
    """Returns the statement `array[key] = value`, or a call of `store` for large values."""
    is_small = isinstance(value, ast.Compare) or (
        isinstance(value, ast.Constant)
        and isinstance(value.value, int)
        and 0 <= value.value <= LARGEST_STORED
    )
    if is_small:
        return ast.Assign([ast.Subscript(array, key, ast.Store())], value)
    return ast.Expr(ast.Call(_read("store"), [value, array, key], []))
