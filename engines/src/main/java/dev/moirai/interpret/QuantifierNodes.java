package dev.moirai.interpret;

import dev.moirai.ir.BoundVariables;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import dev.moirai.value.Breakpoints;
import dev.moirai.value.MapValue;
import dev.moirai.value.ValueNames;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** Quantifiers: the body is evaluated near all places where its value may change, which are finitely many. */
final class QuantifierNodes {
    private QuantifierNodes() {}

    /** A part of the body that depends on no bound variable. */
    private record Fixed(Type type, Node value) {}

    static final class Variable extends Node {
        private final int level;

        Variable(int level) {
            this.level = level;
        }

        @Override
        long eval(Execution x) {
            return x.bound(level);
        }
    }

    static Node compile(Expr.ForAll forAll, ExpressionCompiler compiler) {
        var fixed = new ArrayList<Fixed>();
        BoundVariables.forEachFixed(forAll.body(), part -> fixed.add(new Fixed(part.type(), compiler.compile(part))));
        return compiler.inside(
                forAll.variable().name(),
                level -> new ForAll(
                        level,
                        forAll.variable().type(),
                        compiler.compile(forAll.body()),
                        fixed,
                        BoundVariables.depth(forAll.body()),
                        BoundVariables.moved(forAll.body())));
    }

    private static final class ForAll extends Node {
        private final int level;
        private final Type type;
        private final Node body;
        private final List<Fixed> fixed;
        private final int inner;
        private final BigInteger moved;

        ForAll(int level, Type type, Node body, List<Fixed> fixed, int inner, BigInteger moved) {
            this.moved = moved;
            this.level = level;
            this.type = type;
            this.body = body;
            this.fixed = fixed;
            this.inner = inner;
        }

        @Override
        long eval(Execution x) {
            var breakpoints = new Breakpoints();
            breakpoints.moved(moved);
            for (int i = 0; i < level; i++) breakpoints.add(x.bound(i));
            for (Fixed part : fixed) collect(part.type, part.value.eval(x), breakpoints);
            for (long point : breakpoints.near(inner)) {
                x.bind(level, point);
                if (body.eval(x) == 0) return 0;
            }
            return 1;
        }

        private void collect(Type of, long value, Breakpoints into) {
            if (of.equals(type)) into.add(value);
            if (!(of instanceof Type.Map(var key, var content))) return;
            MapValue map = ValueNames.map(value);
            if (key.equals(type)) into.addKeys(map);
            if (!(content instanceof Type.Map)) return;
            collect(content, map.otherwise(), into);
            for (long at : map.keys()) collect(content, map.get(at), into);
        }
    }
}
