package dev.moirai.frontend.boogie;

import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Types whose values are nodes of a heap: some procedure {@code {:new}} makes them. Nothing tells one node from another but what
 * variables lead to it, so that states which differ only in the names of nodes are one. For that, nodes are only made,
 * copied, compared for equality, and used as the first index of a global map; everything else is refused.
 */
final class NodeTypes {
    private final Set<String> names = new HashSet<>();

    static NodeTypes of(Declarations declarations) {
        var nodes = new NodeTypes();
        for (ProcedureHead procedure : declarations.procedures.values()) {
            if (isMaker(procedure)) nodes.names.add(made(procedure, declarations));
        }
        return nodes;
    }

    static boolean isMaker(ProcedureHead procedure) {
        return Attribute.isSet(procedure.declaration().attributes(), "new");
    }

    private static String made(ProcedureHead procedure, Declarations declarations) {
        boolean plain = procedure.code().isEmpty()
                && procedure.parameters().isEmpty()
                && procedure.declaration().specs().isEmpty()
                && procedure.results().size() == 1;
        if (plain
                && procedure.results().getFirst().type() instanceof BoogieType.Declared(var name, var arguments)
                && arguments.isEmpty()
                && !declarations.datatypes.containsKey(name)) return name;
        throw new BoogieError(
                procedure.declaration().span(),
                "a procedure {:new} makes a node of a type of the program's own, and does nothing else",
                "write: type node; procedure {:new} " + procedure.name() + "() returns (n: node);");
    }

    boolean isNode(BoogieType type) {
        return type instanceof BoogieType.Declared(var name, var _) && names.contains(name);
    }

    boolean isNode(Type type) {
        return type instanceof Type.Named(var name) && names.contains(name);
    }

    boolean isIn(BoogieType type) {
        return switch (type) {
            case BoogieType.MapOf(var keys, var value) -> keys.stream().anyMatch(this::isIn) || isIn(value);
            default -> isNode(type);
        };
    }

    /** Whether the type is that of a map from nodes: a field of theirs. */
    boolean isField(BoogieType type) {
        return type instanceof BoogieType.MapOf(var keys, var _) && isNode(keys.getFirst());
    }

    private boolean hasNodesAsKeys(BoogieType type) {
        return type instanceof BoogieType.MapOf(var keys, var value)
                && (keys.stream().anyMatch(this::isIn) || hasNodesAsKeys(value));
    }

    /** Globals hold nodes, or are maps to them, or maps whose first index they are. */
    void allowGlobal(BoogieSymbol.Global global) {
        if (!isIn(global.type())) return;
        SourceSpan span = global.variable().span();
        if (global.isThreadLocal()) throw refused("a thread's own variable of type " + global.type(), span);
        boolean allowed = !hasNodesAsKeys(global.type());
        if (isField(global.type()) && global.type() instanceof BoogieType.MapOf(var keys, var value)) {
            List<BoogieType> others = keys.subList(1, keys.size());
            allowed = others.stream().noneMatch(this::isIn) && !hasNodesAsKeys(value);
        }
        if (!allowed) throw refused("a variable of type " + global.type(), span);
    }

    void allowLocal(BoogieType type, SourceSpan span) {
        if (isIn(type) && !isNode(type)) throw refused("a local variable of type " + type, span);
    }

    /** For what would tell nodes apart, or take any of them. */
    void refuse(BoogieType type, String what, SourceSpan span) {
        if (isIn(type)) throw refused(what + " of type " + type, span);
    }

    static BoogieError refused(String what, SourceSpan span) {
        return BoogieError.unsupported(
                span,
                what + ", with nodes that a procedure {:new} makes",
                "nodes are made, copied, compared for equality, and the first index of global maps");
    }
}
