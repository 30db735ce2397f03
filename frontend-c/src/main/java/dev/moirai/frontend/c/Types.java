package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Layout;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTAttributeOwner;
import org.eclipse.cdt.core.dom.ast.IASTCompositeTypeSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTElaboratedTypeSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTEnumerationSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFieldDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTProblemDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTTypeId;
import org.eclipse.cdt.core.dom.ast.IASTTypeIdExpression;
import org.eclipse.cdt.core.dom.ast.c.ICASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.c.ICASTSimpleDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.c.ICASTTypedefNameSpecifier;

/** Computes the types that declaration specifiers name; {@link Declarators} handles declarators. */
final class Types {
    private final Translation in;
    private final Declarators declarators;

    Types(Translation in) {
        this.in = in;
        declarators = new Declarators(in, this);
    }

    Declarators declarators() {
        return declarators;
    }

    CType typeId(IASTTypeId node) {
        CType base = specified(node.getDeclSpecifier(), "");
        return node.getAbstractDeclarator() == null
                ? base
                : declarators.declared(node.getAbstractDeclarator(), base).type();
    }

    /** @param wantedTag the name for a struct that has none, such as that of the typedef around it */
    CType specified(IASTDeclSpecifier node, String wantedTag) {
        CType type = unqualified(node, wantedTag);
        // See CKeywords for why restrict means atomic.
        boolean atomic = node instanceof ICASTDeclSpecifier c && c.isRestrict();
        CType base = atomic ? atomic(type, in.span(node)) : type;
        return CType.qualified(base, node.isConst(), node.isVolatile(), 0);
    }

    /** Atomic structs may be declared, but no supported part of C reads or writes one as a whole. */
    private CType atomic(CType type, SourceSpan span) {
        if (type.bare() instanceof CType.Atomic) return type;
        if (!type.isScalar() && !(type.bare() instanceof CType.Aggregate)) {
            throw CError.unsupported(span, "_Atomic " + type);
        }
        return CType.qualifiedLike(type, new CType.Atomic(type.bare()));
    }

    private CType unqualified(IASTDeclSpecifier node, String wantedTag) {
        return switch (node) {
            case ICASTTypedefNameSpecifier named -> named(named);
            case IASTCompositeTypeSpecifier composite -> record(composite, wantedTag);
            case IASTElaboratedTypeSpecifier elaborated -> elaborated(elaborated);
            case IASTEnumerationSpecifier enumeration -> enumeration(enumeration);
            case ICASTSimpleDeclSpecifier simple -> simple(simple);
            default -> throw CError.unsupported(in.span(node), "type " + node.getRawSignature());
        };
    }

    private CType named(ICASTTypedefNameSpecifier node) {
        String name = node.getName().toString();
        if (in.scopes.find(name).orElse(null) instanceof Symbol.Typedef(var type)) return type;
        return BuiltinTypes.find(name).orElseThrow(() -> new CError(in.span(node), "unknown type name " + name));
    }

    private CType simple(ICASTSimpleDeclSpecifier node) {
        CType type = real(node);
        if (!node.isComplex() && !node.isImaginary()) return type;
        return new CType.Refused("complex numbers", (int) (2 * in.size(type, in.span(node))));
    }

    private CType real(ICASTSimpleDeclSpecifier node) {
        refuseUnlessSizeAndSignFit(node);
        return switch (node.getType()) {
            case IASTSimpleDeclSpecifier.t_void -> CType.VOID;
            case IASTSimpleDeclSpecifier.t_bool -> CType.BOOL;
            case IASTSimpleDeclSpecifier.t_char ->
                node.isUnsigned() ? CType.UNSIGNED_CHAR : node.isSigned() ? CType.SIGNED_CHAR : CType.CHAR;
            case IASTSimpleDeclSpecifier.t_float -> CType.FLOAT;
            case IASTSimpleDeclSpecifier.t_double -> node.isLong() ? CType.LONG_DOUBLE : CType.DOUBLE;
            case IASTSimpleDeclSpecifier.t_int128 -> node.isUnsigned() ? CType.UNSIGNED_INT128 : CType.INT128;
            // See CKeywords for why.
            case IASTSimpleDeclSpecifier.t_decimal32 -> new CType.Refused("_Float16", 2);
            case IASTSimpleDeclSpecifier.t_float128 -> new CType.Refused("__float128", 16);
            case IASTSimpleDeclSpecifier.t_typeof -> typeof(node.getDeclTypeExpression());
            case IASTSimpleDeclSpecifier.t_int, IASTSimpleDeclSpecifier.t_unspecified -> integer(node);
            default -> throw CError.unsupported(in.span(node), "type " + node.getRawSignature());
        };
    }

    /** C11 6.7.2 lists which words make a type together. */
    private void refuseUnlessSizeAndSignFit(ICASTSimpleDeclSpecifier node) {
        boolean signs = node.isSigned() || node.isUnsigned();
        boolean sizes = node.isShort() || node.isLong() || node.isLongLong();
        boolean fit = switch (node.getType()) {
            case IASTSimpleDeclSpecifier.t_int, IASTSimpleDeclSpecifier.t_unspecified ->
                !(node.isShort() && (node.isLong() || node.isLongLong()));
            case IASTSimpleDeclSpecifier.t_char, IASTSimpleDeclSpecifier.t_int128 -> !sizes;
            case IASTSimpleDeclSpecifier.t_double -> !signs && !node.isShort() && !node.isLongLong();
            default -> !signs && !sizes;
        };
        if (!fit || node.isSigned() && node.isUnsigned()) {
            throw new CError(in.span(node), "no type: " + node.getRawSignature());
        }
    }

    private static CType integer(ICASTSimpleDeclSpecifier node) {
        CType.Int signed = node.isShort()
                ? CType.SHORT
                : node.isLongLong() ? CType.LONG_LONG : node.isLong() ? CType.LONG : CType.INT;
        return node.isUnsigned() ? signed.unsigned() : signed;
    }

    private CType typeof(IASTExpression expression) {
        return expression instanceof IASTTypeIdExpression type
                ? typeId(type.getTypeId())
                : in.expressions.typeOf(expression);
    }

    // ---- tags --------------------------------------------------------------------------------------------------

    private CType elaborated(IASTElaboratedTypeSpecifier node) {
        String tag = node.getName().toString();
        Optional<CType> known = in.scopes.findTag(tag);
        if (known.isPresent()) return known.get();
        if (node.getKind() == IASTElaboratedTypeSpecifier.k_enum) return CType.UNSIGNED_INT;
        var kind = node.getKind() == IASTElaboratedTypeSpecifier.k_union ? Layout.Kind.UNION : Layout.Kind.STRUCT;
        CType type = new CType.Aggregate(in.layouts.newRecord(tag, kind));
        in.scopes.declareTag(tag, type);
        return type;
    }

    private CType record(IASTCompositeTypeSpecifier node, String wantedTag) {
        String tag = node.getName().toString();
        var kind = node.getKey() == IASTCompositeTypeSpecifier.k_union ? Layout.Kind.UNION : Layout.Kind.STRUCT;
        RecordType record = tag.isEmpty() ? in.layouts.newRecord(wantedTag, kind) : tagged(tag, kind, node);
        var type = new CType.Aggregate(record);
        var members = new ArrayList<RecordLayout.Member>();
        for (IASTDeclaration declaration : node.getMembers()) {
            switch (declaration) {
                case IASTSimpleDeclaration simple -> members(simple, record, members);
                case IASTProblemDeclaration problem -> throw Problems.error(problem.getProblem(), in);
                default -> throw CError.unsupported(in.span(declaration), "this in a struct");
            }
        }
        var attributes = Attributes.ofType(node, in);
        new RecordLayout(
                        in.layouts,
                        record,
                        packing(attributes),
                        in.unit.packing().at(node),
                        in.span(node))
                .complete(members, attributes.alignment());
        return type;
    }

    private static RecordLayout.Packing packing(Attributes attributes) {
        return attributes.isPacked() ? RecordLayout.Packing.PACKED : RecordLayout.Packing.NATURAL;
    }

    private RecordType tagged(String tag, Layout.Kind kind, IASTCompositeTypeSpecifier node) {
        if (in.scopes.findTagHere(tag).orElse(null) instanceof CType.Aggregate(var known)) {
            if (!known.isComplete()) return known;
            // Preprocessed files may contain a header twice; the later definition counts.
        }
        RecordType record = in.layouts.newRecord(tag, kind);
        in.scopes.declareTag(tag, new CType.Aggregate(record));
        return record;
    }

    private void members(IASTSimpleDeclaration node, RecordType owner, List<RecordLayout.Member> members) {
        CType base = specified(node.getDeclSpecifier(), "");
        if (node.getDeclarators().length == 0) {
            if (base.bare() instanceof CType.Aggregate) {
                var attributes = Attributes.of(node.getDeclSpecifier(), Optional.empty(), in);
                members.add(new RecordLayout.Member("", base, -1, attributes.alignment(), packing(attributes)));
            }
            return;
        }
        for (IASTDeclarator declarator : node.getDeclarators()) {
            if (declarators.isStaticAssertion(declarator)) continue;
            var declared = declarators.declared(declarator, base);
            int width = -1;
            if (declarator instanceof IASTFieldDeclarator field && field.getBitFieldSize() != null) {
                width = (int) in.expressions.constant(field.getBitFieldSize());
            }
            if (declared.type() instanceof CType.Function) {
                throw new CError(in.span(declarator), "a member cannot be a function");
            }
            if (declared.type() instanceof CType.VariableArray) {
                throw CError.unsupported(in.span(declarator), "a member of variable length");
            }
            if (!isFlexible(declared.type()) && in.layouts.size(declared.type()) == Layouts.INCOMPLETE) {
                throw new CError(
                        in.span(declarator), "member " + declared.name() + " has incomplete type " + declared.type());
            }
            if (!declared.name().isEmpty() && hasMember(members, declared.name())) {
                throw new CError(in.span(declarator), "two members are called " + declared.name());
            }
            if (!members.isEmpty() && isFlexible(members.getLast().type()) && owner.kind() == Layout.Kind.STRUCT) {
                throw new CError(in.span(declarator), "a member after a flexible array member");
            }
            var attributes = Attributes.of(node.getDeclSpecifier(), Optional.of(declarator), in);
            CType type = attributes.mode(declared.type());
            if (width >= 0) refuseBadWidth(width, type, declared.name(), in.span(declarator));
            members.add(
                    new RecordLayout.Member(declared.name(), type, width, attributes.alignment(), packing(attributes)));
        }
    }

    private static boolean hasMember(List<RecordLayout.Member> members, String name) {
        for (RecordLayout.Member member : members) if (member.name().equals(name)) return true;
        return false;
    }

    private static boolean isFlexible(CType type) {
        return type instanceof CType.Array(var _, var length) && length == CType.Array.UNKNOWN;
    }

    private void refuseBadWidth(int width, CType type, String name, SourceSpan span) {
        if (!(type.bare() instanceof CType.Int bits)) throw new CError(span, "a bit-field of type " + type);
        int most = bits.equals(CType.BOOL) ? 1 : bits.bytes(in.layouts.model()) * 8;
        if (width > most) throw new CError(span, "bit-field " + name + " is wider than its type " + type);
    }

    private CType enumeration(IASTEnumerationSpecifier node) {
        long next = 0;
        boolean negative = false;
        boolean wide = false;
        var names = new ArrayList<String>();
        var values = new ArrayList<Long>();
        for (IASTEnumerationSpecifier.IASTEnumerator enumerator : node.getEnumerators()) {
            if (enumerator.getValue() != null) next = in.expressions.constant(enumerator.getValue());
            negative |= next < 0;
            wide |= next > 0xffff_ffffL || next < Integer.MIN_VALUE;
            String name = enumerator.getName().toString();
            if (names.contains(name)) throw new CError(in.span(enumerator), "two enumerators are called " + name);
            names.add(name);
            values.add(next);
            // Later enumerators may be computed from this one.
            in.scopes.declare(name, new Symbol.Enumerator(CType.INT, next));
            next++;
        }
        boolean packed = Attributes.ofType((IASTAttributeOwner) node, in).isPacked();
        CType.Int signed = packed ? smallest(values, negative) : wide ? in.layouts.longest() : CType.INT;
        CType.Int type = negative ? signed : signed.unsigned();
        for (int i = 0; i < names.size(); i++) {
            boolean fitsInt = values.get(i) == values.get(i).intValue();
            in.scopes.declare(names.get(i), new Symbol.Enumerator(fitsInt ? CType.INT : type, values.get(i)));
        }
        String tag = node.getName().toString();
        if (!tag.isEmpty()) in.scopes.declareTag(tag, type);
        return type;
    }

    /** The smallest type that holds the values of a packed enumeration. */
    private CType.Int smallest(List<Long> values, boolean negative) {
        int bits = 1;
        for (long value : values) {
            int needed = 64 - Long.numberOfLeadingZeros(value < 0 ? ~value : value) + (negative ? 1 : 0);
            bits = Math.max(bits, needed);
        }
        return bits <= 8 ? CType.SIGNED_CHAR : bits <= 16 ? CType.SHORT : bits <= 32 ? CType.INT : in.layouts.longest();
    }

    /** The length of an array: a constant, or the value computed at run time. */
    Expr length(IASTExpression node) {
        Operand.Value value = in.expressions.value(node);
        if (!value.type().isInteger()) throw new CError(in.span(node), "an array's length must be an integer");
        return value.expr();
    }
}
