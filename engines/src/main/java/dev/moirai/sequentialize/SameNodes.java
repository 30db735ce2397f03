package dev.moirai.sequentialize;

import dev.moirai.bound.BoundedThread;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Expr.CompareOp;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Operands;
import dev.moirai.ir.Source;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Nodes that the program makes ({@link Source.NewNode}), up to their names. For every node it is guessed which one of the lasso's
 * beginning it stands for at the lasso's end, if any: no two for the same. Then variables must hold at the end what they held,
 * and so must the cells of every node that stands for one, each with the nodes in it renamed. As a node that stands for none equals
 * nothing of the beginning, all nodes that variables lead to stand for one. Constants stand for themselves.
 */
final class SameNodes {
    private final LassoUnrolling text;
    private final Map<Type.Named, Kind> kinds = new LinkedHashMap<>();

    /**
     * @param first the first number that is no constant's
     * @param made what each node stands for at the end: {@code nobody} if for none
     */
    private record Kind(Type.Named type, long first, Map<Long, Local> made, List<Heir> heirs, Expr nobody) {
        Expr node(long number) {
            return new Expr.Element(type, number);
        }
    }

    /** At the end {@code young} stands for what was {@code old}. */
    private record Heir(long young, long old, Local is) {}

    SameNodes(LassoUnrolling text) {
        this.text = text;
    }

    /** Guesses what nodes stand for. */
    void match() {
        for (Function function : text.sequential.bounded().source().functions().values()) {
            for (Instr instr : function.body()) {
                if (instr instanceof Instr.Nondet(var into, Source.NewNode(var first), var _)
                        && into.type() instanceof Type.Named type
                        && isRenamed(type)) kinds.computeIfAbsent(type, _ -> guess(type, first));
            }
        }
    }

    private Kind guess(Type.Named type, long first) {
        List<Long> made = made(type, first);
        Expr nobody = new Expr.Element(type, made.isEmpty() ? first : made.getLast() + 1);
        var heirs = new ArrayList<Heir>();
        var standsFor = new LinkedHashMap<Long, Local>();
        for (long young : made) {
            Expr chosen = nobody;
            for (long old : made) {
                var heir = new Heir(young, old, text.choice("node/" + type + "/" + young + "/" + old));
                for (Heir other : heirs) {
                    if (other.young == young || other.old == old) {
                        text.assume(Expr.not(LassoUnrolling.and(heir.is, other.is)));
                    }
                }
                heirs.add(heir);
                chosen = new Expr.Select(heir.is, new Expr.Element(type, old), chosen);
            }
            Local local = text.fresh("node/" + type + "/" + young, type);
            text.add(new Instr.Assign(local, chosen, Unrolling.NOWHERE));
            standsFor.put(young, local);
        }
        return new Kind(type, first, standsFor, heirs, nobody);
    }

    /** The nodes that the text makes. */
    private List<Long> made(Type.Named type, long first) {
        var numbers = new TreeSet<Long>();
        for (BoundedThread thread : text.sequential.bounded().threads()) {
            for (Instr instr : thread.body()) {
                Operands.forEachRead(instr, expr -> collect(expr, type, first, numbers));
            }
        }
        return List.copyOf(numbers);
    }

    private static void collect(Expr expr, Type.Named type, long first, TreeSet<Long> into) {
        if (expr instanceof Expr.Element(var of, var number) && of.equals(type) && number >= first) into.add(number);
        Operands.forEachChild(expr, child -> collect(child, type, first, into));
    }

    /** Not those that lie deeper in maps than as the content of fields: of such maps only equality is asked. */
    private boolean isRenamed(Type.Named type) {
        for (Global global : text.sequential.bounded().globals().values()) {
            Type held = global.type() instanceof Type.Map(Type.Named _, var content) ? content : global.type();
            if (held instanceof Type.Map && mentions(held, type)) return false;
        }
        return true;
    }

    private static boolean mentions(Type type, Type.Named node) {
        return type.equals(node)
                || type instanceof Type.Map(var key, var content) && (mentions(key, node) || mentions(content, node));
    }

    /** A value at the end of the lasso as it would be at its beginning. */
    Expr renamed(Expr value) {
        Kind kind = value.type() instanceof Type.Named type ? kinds.get(type) : null;
        if (kind == null) return value;
        Expr result = value;
        for (var node : kind.made.entrySet()) {
            result = new Expr.Select(
                    Unrolling.compare(CompareOp.EQUAL, value, kind.node(node.getKey())), node.getValue(), result);
        }
        return result;
    }

    boolean isField(Type type) {
        return type instanceof Type.Map(var key, var _) && kinds.containsKey(key);
    }

    /** Demands that a map from nodes is what it was. */
    void demandSame(Local was, Local is) {
        if (!(is.type() instanceof Type.Map(Type.Named type, var _)))
            throw new IllegalArgumentException("no field: " + is);
        Kind kind = kinds.get(type);
        if (kind == null) throw new IllegalArgumentException("no nodes: " + type);
        for (long constant = 0; constant < kind.first; constant++) {
            text.assume(isSame(was, kind.node(constant), is, kind.node(constant)));
        }
        text.assume(isSame(was, kind.nobody, is, kind.nobody));
        for (Heir heir : kind.heirs) {
            Expr same = isSame(was, kind.node(heir.old), is, kind.node(heir.young));
            text.assume(Unrolling.or(Expr.not(heir.is), same));
        }
    }

    private Expr isSame(Local was, Expr oldNode, Local is, Expr youngNode) {
        Expr now = renamed(new Expr.Lookup(is, youngNode));
        return Unrolling.compare(CompareOp.EQUAL, new Expr.Lookup(was, oldNode), now);
    }
}
