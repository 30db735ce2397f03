package dev.moirai.frontend.c;

import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.eclipse.cdt.core.dom.ast.IASTAlignmentSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTAttribute;
import org.eclipse.cdt.core.dom.ast.IASTAttributeOwner;
import org.eclipse.cdt.core.dom.ast.IASTAttributeSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTExpression;

/** What GNU attributes and {@code _Alignas} say of one declared thing or one type. */
final class Attributes {
    /** The alignment of {@code __attribute__((aligned))} without a number. */
    private static final int LARGEST_ALIGNMENT = 16;

    /** The largest alignment that gcc accepts. */
    private static final long MOST_ALIGNED = 1L << 28;

    private final List<AttributeNode> nodes;
    private final List<IASTAlignmentSpecifier> alignments;
    private final Translation in;

    private Attributes(List<AttributeNode> nodes, List<IASTAlignmentSpecifier> alignments, Translation in) {
        this.nodes = nodes;
        this.alignments = alignments;
        this.in = in;
    }

    static boolean isKnown(String name) {
        return AttributeNames.isKnown(AttributeNode.plain(name));
    }

    /** The attributes of a struct, union or enum type, without those of what is declared with it. */
    static Attributes ofType(IASTAttributeOwner specifier, Translation in) {
        var nodes = new ArrayList<AttributeNode>();
        add(specifier, true, nodes);
        return new Attributes(nodes, List.of(), in);
    }

    /** The attributes of a variable, member, function or typedef. */
    static Attributes of(IASTDeclSpecifier specifier, Optional<IASTDeclarator> declarator, Translation in) {
        var nodes = new ArrayList<AttributeNode>();
        add((IASTAttributeOwner) specifier, false, nodes);
        for (IASTDeclarator d = declarator.orElse(null); d != null; d = d.getNestedDeclarator()) add(d, false, nodes);
        return new Attributes(nodes, List.of(specifier.getAlignmentSpecifiers()), in);
    }

    static Attributes ofDeclarator(IASTDeclarator declarator, Translation in) {
        var nodes = new ArrayList<AttributeNode>(0);
        add(declarator, false, nodes);
        return new Attributes(nodes, List.of(), in);
    }

    private static void add(IASTAttributeOwner owner, boolean ofType, List<AttributeNode> nodes) {
        for (IASTAttributeSpecifier specifier : owner.getAttributeSpecifiers()) {
            for (IASTAttribute attribute : specifier.getAttributes()) {
                if (!(attribute instanceof AttributeNode node) || node.concernsType() != ofType) continue;
                if (node.isAskedFor()) nodes.add(node);
            }
        }
    }

    /** The last one of that name; asked of every declaration in every header, so without a stream. */
    private Optional<AttributeNode> find(String name) {
        for (int i = nodes.size() - 1; i >= 0; i--) {
            if (nodes.get(i).plainName().equals(name)) return Optional.of(nodes.get(i));
        }
        return Optional.empty();
    }

    /** Whether no attribute says anything that matters, as with nearly all declarations of headers. */
    boolean isEmpty() {
        return nodes.isEmpty();
    }

    boolean isPacked() {
        return find("packed").isPresent();
    }

    /** The alignment asked for, or 0; the strictest if there are several. */
    int alignment() {
        long alignment = 0;
        for (AttributeNode node : nodes) {
            if (node.plainName().equals("aligned")) {
                alignment = Math.max(
                        alignment, node.argument().map(in.expressions::constant).orElse((long) LARGEST_ALIGNMENT));
                requirePower(alignment, in.span(node));
            }
        }
        for (IASTAlignmentSpecifier wanted : alignments) {
            long bytes = wanted.getTypeId() != null
                    ? in.layouts.alignment(in.types.typeId(wanted.getTypeId()))
                    : in.expressions.constant(wanted.getExpression());
            if (bytes != 0) requirePower(bytes, in.span(wanted));
            alignment = Math.max(alignment, bytes);
        }
        return (int) alignment;
    }

    private static void requirePower(long alignment, SourceSpan span) {
        if (alignment <= 0 || alignment > MOST_ALIGNED || Long.bitCount(alignment) != 1) {
            throw new CError(span, "the alignment " + alignment + " is no power of two, or too large");
        }
    }

    /** The function that {@code cleanup} names. */
    Optional<IASTExpression> cleanup() {
        return find("cleanup").flatMap(AttributeNode::argument);
    }

    /**
     * The priority given by attribute {@code name}, {@code constructor} or {@code destructor}; without a number it is
     * the last.
     */
    OptionalInt priority(String name) {
        Optional<AttributeNode> node = find(name);
        if (node.isEmpty()) return OptionalInt.empty();
        long priority = node.get().argument().map(in.expressions::constant).orElse((long) LifeHooks.NO_PRIORITY);
        if (priority < 0 || priority > LifeHooks.NO_PRIORITY) {
            throw new CError(in.span(node.get()), "a priority is a number from 0 to 65535");
        }
        return OptionalInt.of((int) priority);
    }

    /** What stands for the function or variable where it has no definition of its own. */
    Optional<StandIn> standIn() {
        if (nodes.isEmpty()) return Optional.empty();
        boolean weak = find("weak").isPresent();
        return standIn("ifunc", StandIn.Kind.IFUNC)
                .or(() -> standIn("weakref", StandIn.Kind.WEAKREF))
                .or(() -> standIn("alias", weak ? StandIn.Kind.WEAK_ALIAS : StandIn.Kind.ALIAS))
                .or(() -> weak ? Optional.of(new StandIn(StandIn.Kind.WEAK, "", in.unit)) : Optional.empty());
    }

    private Optional<StandIn> standIn(String name, StandIn.Kind kind) {
        return find(name).map(node -> new StandIn(kind, node.text().replace("\"", ""), in.unit));
    }

    boolean isGnuInline() {
        return find("gnu_inline").isPresent();
    }

    /** The type with the mode and alignment that the attributes ask for. */
    CType applied(CType type) {
        return CType.qualified(vector(mode(type)), false, false, alignment());
    }

    private CType vector(CType type) {
        Optional<AttributeNode> node = find("vector_size");
        if (node.isEmpty()) return type;
        long bytes = node.get().argument().map(in.expressions::constant).orElse(0L);
        if (bytes <= 0 || Long.bitCount(bytes) != 1)
            throw new CError(in.span(node.get()), "no size for a vector: " + bytes);
        CType element = type.plain();
        boolean numbers = element.isArithmetic() && !element.equals(CType.BOOL) && !element.equals(CType.LONG_DOUBLE);
        long size = numbers ? in.layouts.size(element) : bytes + 1;
        return size <= 8 && bytes >= size
                ? in.layouts.vector(element, bytes)
                : new CType.Refused("a vector of " + type, (int) bytes);
    }

    /** {@code mode(DI)} and the like: another width for the same kind of type, as old glibc declares {@code int64_t}. */
    CType mode(CType type) {
        Optional<AttributeNode> node = find("mode");
        if (node.isEmpty()) return type;
        String mode = AttributeNode.plain(node.get().text());
        CError refusal = CError.unsupported(in.span(node.get()), "attribute mode(" + mode + ") of " + type);
        if (type.plain() instanceof CType.Refused(var spelling, var _)
                && AttributeNode.plain(mode).equals("TC")) {
            return new CType.Refused(spelling, 32);
        }
        if (type.plain() instanceof CType.Floating) {
            return switch (mode) {
                case "SF" -> CType.FLOAT;
                case "DF" -> CType.DOUBLE;
                default -> throw refusal;
            };
        }
        if (!(type.plain() instanceof CType.Int integer)) throw refusal;
        CType.Int wanted = switch (mode) {
            case "QI", "byte" -> CType.SIGNED_CHAR;
            case "HI" -> CType.SHORT;
            case "SI" -> CType.INT;
            case "DI" -> in.layouts.model().pointerBytes() == 8 ? CType.LONG : CType.LONG_LONG;
            case "word", "pointer" -> in.layouts.model().pointerBytes() == 8 ? CType.LONG : CType.INT;
            default -> throw refusal;
        };
        return integer.signed() ? wanted : wanted.unsigned();
    }
}
