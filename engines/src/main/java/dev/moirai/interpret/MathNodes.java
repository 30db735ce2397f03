package dev.moirai.interpret;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import dev.moirai.value.Exact;
import dev.moirai.value.Rational;
import dev.moirai.value.ValueNames;

/** Nodes over mathematical values, which are held by their {@linkplain ValueNames names}. */
final class MathNodes {
    private MathNodes() {}

    static Node compile(Expr.Mathematical expr, ExpressionCompiler compiler) {
        return switch (expr) {
            case Expr.Number(var value) -> new Nodes.Constant(ValueNames.of(value));
            case Expr.Ratio(var numerator, var denominator) ->
                new Nodes.Constant(ValueNames.of(new Rational(numerator, denominator)));
            case Expr.Element(var _, var number) -> new Nodes.Constant(number);
            case Expr.Calculate(var op, var operands) -> {
                Node left = compiler.compile(operands.getFirst());
                Type type = operands.getFirst().type();
                yield operands.size() == 1
                        ? new Calculate(op, type, left, left)
                        : new Calculate(op, type, left, compiler.compile(operands.getLast()));
            }
            case Expr.Bits(var type, var integer) -> new Bits(type, compiler.compile(integer));
            case Expr.Lookup(var map, var key) -> new Lookup(compiler.compile(map), compiler.compile(key));
            case Expr.Update(var map, var key, var value) ->
                new Update(
                        (Type.Map) map.type(), compiler.compile(map), compiler.compile(key), compiler.compile(value));
            case Expr.Everywhere(var _, var value) -> new Everywhere(compiler.compile(value));
            case Expr.Make(var type, var which, var parts) ->
                new Make(
                        Mathematics.zeroCase(type),
                        which,
                        parts.stream().map(compiler::compile).toArray(Node[]::new));
            case Expr.IsCase(var value, var which) ->
                new IsCase(compiler.compile(value), which, Mathematics.zeroCase((Type.Variant) value.type()));
            case Expr.Part(var value, var which, var part) -> new Part(compiler.compile(value), which, part);
            case Expr.Bound(var name, var _) -> new QuantifierNodes.Variable(compiler.level(name));
            case Expr.ForAll forAll -> QuantifierNodes.compile(forAll, compiler);
            case Expr.Cell _ -> throw new IllegalArgumentException("the address of a map's cell is no value");
        };
    }

    private static final class Calculate extends Node {
        private final Expr.MathOp op;
        private final Type type;
        private final Node left;
        private final Node right;

        Calculate(Expr.MathOp op, Type type, Node left, Node right) {
            this.op = op;
            this.type = type;
            this.left = left;
            this.right = right;
        }

        @Override
        long eval(Execution x) {
            return Mathematics.apply(op, type, left.eval(x), right.eval(x));
        }
    }

    private static final class Bits extends Node {
        private final Type.Int type;
        private final Node integer;

        Bits(Type.Int type, Node integer) {
            this.type = type;
            this.integer = integer;
        }

        @Override
        long eval(Execution x) {
            return Mathematics.bits(type, integer.eval(x));
        }
    }

    private static final class Lookup extends Node {
        private final Node map;
        private final Node key;

        Lookup(Node map, Node key) {
            this.map = map;
            this.key = key;
        }

        @Override
        long eval(Execution x) {
            return Exact.lookup(map.eval(x), key.eval(x));
        }
    }

    private static final class Update extends Node {
        private final Type.Map type;
        private final Node map;
        private final Node key;
        private final Node value;

        Update(Type.Map type, Node map, Node key, Node value) {
            this.type = type;
            this.map = map;
            this.key = key;
            this.value = value;
        }

        @Override
        long eval(Execution x) {
            return Mathematics.update(type, map.eval(x), key.eval(x), value.eval(x));
        }
    }

    private static final class Everywhere extends Node {
        private final Node value;

        Everywhere(Node value) {
            this.value = value;
        }

        @Override
        long eval(Execution x) {
            return Exact.everywhere(value.eval(x));
        }
    }

    private static final class Make extends Node {
        private final int zero;
        private final int which;
        private final Node[] parts;

        Make(int zero, int which, Node[] parts) {
            this.zero = zero;
            this.which = which;
            this.parts = parts;
        }

        @Override
        long eval(Execution x) {
            var values = new long[parts.length];
            for (int i = 0; i < values.length; i++) values[i] = parts[i].eval(x);
            return ValueNames.ofVariant(zero, which, values);
        }
    }

    private static final class IsCase extends Node {
        private final Node value;
        private final int which;
        private final int zero;

        IsCase(Node value, int which, int zero) {
            this.value = value;
            this.which = which;
            this.zero = zero;
        }

        @Override
        long eval(Execution x) {
            return Exact.isCase(value.eval(x), which, zero) ? 1 : 0;
        }
    }

    private static final class Part extends Node {
        private final Node value;
        private final int which;
        private final int part;

        Part(Node value, int which, int part) {
            this.value = value;
            this.which = which;
            this.part = part;
        }

        @Override
        long eval(Execution x) {
            return Exact.part(value.eval(x), which, part);
        }
    }
}
