package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTArrayDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTArrayModifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTName;
import org.eclipse.cdt.core.dom.ast.IASTParameterDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTPointerOperator;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStandardFunctionDeclarator;
import org.eclipse.cdt.core.dom.ast.c.ICASTPointer;
import org.eclipse.cdt.core.dom.ast.c.ICASTTypedefNameSpecifier;
import org.eclipse.cdt.core.dom.ast.gnu.c.ICASTKnRFunctionDeclarator;
import org.eclipse.cdt.internal.core.dom.parser.c.CASTAmbiguousDeclarator;

/** Computes the type that a declarator makes of the type its specifiers name, read from the inside out, as C does. */
final class Declarators {
    record Declared(String name, CType type) {}

    /** A parameter of a function's definition. */
    record Parameter(String name, CType type) {}

    private static final Map<String, Sync> SYNCHRONISING = Map.of(
            "pthread_mutex_t", Sync.MUTEX,
            "pthread_cond_t", Sync.CONDITION,
            "pthread_rwlock_t", Sync.RWLOCK,
            "pthread_barrier_t", Sync.BARRIER,
            "pthread_spinlock_t", Sync.SPIN,
            "sem_t", Sync.SEMAPHORE);

    private final Translation in;
    private final Types types;

    Declarators(Translation in, Types types) {
        this.in = in;
        this.types = types;
    }

    /** The opaque type of a typedef of the thread library, whatever a header says it is. */
    static Optional<CType> opaque(String typedef) {
        return Optional.ofNullable(SYNCHRONISING.get(typedef)).map(CType.Synchronising::new);
    }

    /** Whether this is what {@link GnuParser} makes of {@code _Static_assert}; if so, the assertion is checked. */
    boolean isStaticAssertion(IASTDeclarator node) {
        if (!(node instanceof IASTArrayDeclarator array) || !nameOf(node).equals(GnuParser.STATIC_ASSERTION))
            return false;
        if (in.expressions.constant(array.getArrayModifiers()[0].getConstantExpression()) == 0) {
            String message = Optional.ofNullable(node.getInitializer())
                    .flatMap(initial -> InitialiserWalk.literal(Initialisers.clause(initial), in))
                    .map(text -> ": " + text.text())
                    .orElse("");
            throw new CError(in.span(node), "static assertion failed" + message);
        }
        return true;
    }

    Declared declared(IASTDeclarator node, CType base) {
        if (node instanceof CASTAmbiguousDeclarator ambiguous) return declared(resolved(ambiguous), base);
        CType type = base;
        for (IASTPointerOperator operator : node.getPointerOperators()) {
            type = new CType.Pointer(type);
            if (operator instanceof ICASTPointer pointer) {
                if (pointer.isRestrict()) type = new CType.Atomic(type);
                type = CType.qualified(type, pointer.isConst(), pointer.isVolatile(), 0);
            }
        }
        type = switch (node) {
            case IASTArrayDeclarator array -> array(array.getArrayModifiers(), type);
            case ICASTKnRFunctionDeclarator old -> new CType.Function(type, oldParameterTypes(old), false, false);
            case IASTStandardFunctionDeclarator function -> function(function, type);
            case IASTFunctionDeclarator _ -> new CType.Function(type, List.of(), false, false);
            default -> type;
        };
        IASTDeclarator nested = node.getNestedDeclarator();
        if (nested != null) return declared(nested, type);
        return new Declared(nameOf(node), Attributes.ofDeclarator(node, in).mode(type));
    }

    /** {@code int (x)} among parameters: a function that takes an x if x is a type, else a parameter called x. */
    private IASTDeclarator resolved(CASTAmbiguousDeclarator node) {
        var function = (IASTDeclarator) node.getNodes()[0];
        var nested = (IASTDeclarator) node.getNodes()[1];
        IASTDeclarator inner = nested;
        while (inner.getNestedDeclarator() != null) inner = inner.getNestedDeclarator();
        return in.scopes.find(nameOf(inner)).orElse(null) instanceof Symbol.Typedef ? function : nested;
    }

    private static String nameOf(IASTDeclarator node) {
        IASTName name = node.getName();
        return name == null ? "" : name.toString();
    }

    private CType array(IASTArrayModifier[] modifiers, CType element) {
        CType type = element;
        for (int i = modifiers.length - 1; i >= 0; i--) {
            var length = modifiers[i].getConstantExpression();
            if (type instanceof CType.Function) throw new CError(in.span(modifiers[i]), "an array of functions");
            if (length == null) {
                type = new CType.Array(type, CType.Array.UNKNOWN);
                continue;
            }
            Expr count = types.length(length);
            if (count instanceof Expr.Constant(var _, var bits)) {
                if (bits < 0) throw new CError(in.span(length), "an array of negative length");
                type = type instanceof CType.VariableArray
                        ? new CType.VariableArray(type, in.fold.cast(in.ir(in.layouts.sizeType()), count))
                        : new CType.Array(type, bits);
            } else {
                if (in.writer.isConstant() && !in.writer.isDryRun()) {
                    throw new CError(in.span(length), "the length of this array is not a constant");
                }
                Expr wide = in.fold.cast(in.ir(in.layouts.sizeType()), notNegative(count, in.span(length)));
                // The length is fixed now, whatever happens to the variables it was computed from.
                var held = in.writer.temporary(wide.type());
                in.writer.emit(new Instr.Assign(held, wide, in.span(length)));
                type = new CType.VariableArray(type, held);
            }
        }
        return type;
    }

    private Expr notNegative(Expr count, SourceSpan span) {
        if (!(count.type() instanceof Type.Int type) || !type.signed()) return count;
        Expr held = in.writer.settle(count, span);
        Expr possible = new Expr.Compare(Expr.CompareOp.LESS_OR_EQUAL, Expr.constant(type, 0), held);
        in.writer.emit(new Instr.Assert(possible, Property.MEMORY, "an array of negative length", span));
        return held;
    }

    private CType.Function function(IASTStandardFunctionDeclarator node, CType qualifiedResult) {
        CType result = qualifiedResult.bare();
        IASTParameterDeclaration[] parameters = node.getParameters();
        if (parameters.length == 0)
            return new CType.Function(result, List.of(), node.takesVarArgs(), node.takesVarArgs());
        if (isIdentifierList(parameters)) {
            return new CType.Function(result, Collections.nCopies(parameters.length, CType.INT), false, false);
        }
        var declared = new ArrayList<CType>();
        in.scopes.open();
        try {
            for (IASTParameterDeclaration parameter : parameters) {
                Parameter p = prototype(parameter);
                if (p.type() instanceof CType.Void && parameters.length == 1) break;
                declared.add(p.type().bare());
            }
        } finally {
            in.scopes.close();
        }
        return new CType.Function(result, declared, node.takesVarArgs(), true);
    }

    /** Old-style {@code f(a, b)}: names without types, which CDT takes for types without names. They are ints. */
    private boolean isIdentifierList(IASTParameterDeclaration[] parameters) {
        for (IASTParameterDeclaration parameter : parameters) {
            IASTDeclarator declarator = parameter.getDeclarator();
            boolean bare = parameter.getDeclSpecifier() instanceof ICASTTypedefNameSpecifier named
                    && !(in.scopes.find(named.getName().toString()).orElse(null) instanceof Symbol.Typedef)
                    && !named.getName().toString().equals("__builtin_va_list")
                    && nameOf(declarator).isEmpty()
                    && declarator.getPointerOperators().length == 0
                    && !(declarator instanceof IASTArrayDeclarator)
                    && !(declarator instanceof IASTFunctionDeclarator);
            if (!bare) return false;
        }
        return parameters.length > 0;
    }

    /** A parameter of a declaration that is no definition: the lengths of its variable arrays are not evaluated. */
    private Parameter prototype(IASTParameterDeclaration node) {
        var mark = in.writer.mark();
        in.writer.beginDryRun();
        try {
            Declared declared = declared(node.getDeclarator(), types.specified(node.getDeclSpecifier(), ""));
            CType type = adjusted(declared.type());
            if (!declared.name().isEmpty()) {
                var local = new dev.moirai.ir.Local(declared.name(), in.ir(CType.INT));
                in.scopes.declare(declared.name(), new Symbol.Register(local, type));
            }
            return new Parameter(declared.name(), type);
        } finally {
            in.writer.endDryRun();
            in.writer.returnTo(mark);
        }
    }

    /**
     * C's adjustment of parameter types: arrays and functions become pointers. So does glibc's transparent union of pointers to
     * addresses of sockets, which takes any of them.
     */
    static CType adjusted(CType type) {
        if (type.plain() instanceof CType.Aggregate(var record)
                && record.sourceTag().endsWith("SOCKADDR_ARG")) {
            return record.fields().getFirst().type();
        }
        return switch (type) {
            case CType.Array(var element, var _) -> new CType.Pointer(element);
            case CType.VariableArray(var element, var _) -> new CType.Pointer(element);
            case CType.Function function -> new CType.Pointer(function);
            default -> type;
        };
    }

    // ---- parameters of definitions -----------------------------------------------------------------------------

    /** The declarator that holds the parameters of a function's definition. */
    static IASTDeclarator parametersOf(IASTDeclarator node) {
        IASTDeclarator found = node;
        for (IASTDeclarator d = node; d != null; d = d.getNestedDeclarator()) {
            if (d instanceof IASTFunctionDeclarator) found = d;
        }
        return found;
    }

    /** Receives the parameters one by one; it declares each before the next is read, because later ones may name it. */
    interface ParameterSink {
        void accept(Parameter parameter);
    }

    void parameters(IASTDeclarator function, ParameterSink sink) {
        switch (parametersOf(function)) {
            case ICASTKnRFunctionDeclarator old -> oldParameters(old).forEach(sink::accept);
            case IASTStandardFunctionDeclarator standard -> {
                IASTParameterDeclaration[] parameters = standard.getParameters();
                if (isIdentifierList(parameters)) {
                    for (IASTParameterDeclaration parameter : parameters) {
                        sink.accept(new Parameter(parameter.getDeclSpecifier().getRawSignature(), CType.INT));
                    }
                    return;
                }
                for (IASTParameterDeclaration parameter : parameters) {
                    Declared declared =
                            declared(parameter.getDeclarator(), types.specified(parameter.getDeclSpecifier(), ""));
                    if (declared.type() instanceof CType.Void && parameters.length == 1) return;
                    sink.accept(new Parameter(declared.name(), adjusted(declared.type())));
                }
            }
            default -> {}
        }
    }

    private List<CType> oldParameterTypes(ICASTKnRFunctionDeclarator node) {
        return oldParameters(node).stream().map(Parameter::type).toList();
    }

    private List<Parameter> oldParameters(ICASTKnRFunctionDeclarator node) {
        var typeOf = new HashMap<String, CType>();
        for (IASTDeclaration declaration : node.getParameterDeclarations()) {
            if (!(declaration instanceof IASTSimpleDeclaration simple)) continue;
            CType base = types.specified(simple.getDeclSpecifier(), "");
            for (IASTDeclarator declarator : simple.getDeclarators()) {
                Declared declared = declared(declarator, base);
                typeOf.put(declared.name(), adjusted(declared.type()));
            }
        }
        var parameters = new ArrayList<Parameter>();
        for (IASTName name : node.getParameterNames()) {
            parameters.add(new Parameter(name.toString(), typeOf.getOrDefault(name.toString(), CType.INT)));
        }
        return parameters;
    }
}
