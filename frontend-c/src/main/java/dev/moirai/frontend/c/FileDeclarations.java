package dev.moirai.frontend.c;

import dev.moirai.source.SourceSpan;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.cdt.core.dom.ast.IASTASMDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTCompositeTypeSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTNamedTypeSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTProblemDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTTranslationUnit;

/**
 * The declarations of a file, in order. Bodies and initialisers are translated only when they are needed, and functions that
 * a header of ours or of the system declares are looked at only when they are used: most never are.
 */
final class FileDeclarations {
    private final Linker linker;
    private final Unit unit;
    private final Translation in;

    FileDeclarations(Linker linker, Unit unit) {
        this(linker, unit, unit.scopes());
    }

    private FileDeclarations(Linker linker, Unit unit, Scopes scopes) {
        this.linker = linker;
        this.unit = unit;
        in = new Translation(
                linker, unit, scopes, new FunctionWriter(FunctionWriter.Purpose.CONSTANT), Optional.empty());
    }

    void declareAll(IASTTranslationUnit tree) {
        for (IASTDeclaration declaration : tree.getDeclarations()) {
            Optional<String> mayWait = headerFunction(declaration);
            if (mayWait.isPresent()) {
                in.scopes.declareLater(
                        mayWait.get(),
                        () -> new FileDeclarations(linker, unit, unit.scopes().atFileScope())
                                .declareOrRefuse(declaration));
            } else {
                declareOrRefuse(declaration);
            }
        }
    }

    private void declareOrRefuse(IASTDeclaration declaration) {
        try {
            declare(declaration);
        } catch (CError e) {
            Optional<String> function = e.isUnsupported() ? functionAlone(declaration) : Optional.empty();
            function.ifPresentOrElse(
                    name -> linker.refuse(name, e), () -> linker.diagnostics().add(e.diagnostic()));
        }
    }

    /** The function of a bundled header or one of the system that this declares, if it declares nothing else. */
    private Optional<String> headerFunction(IASTDeclaration node) {
        if (!(node instanceof IASTSimpleDeclaration simple) || simple.getDeclarators().length != 1)
            return Optional.empty();
        IASTDeclarator declarator = simple.getDeclarators()[0];
        boolean mayWait = declarator instanceof IASTFunctionDeclarator
                && declarator.getNestedDeclarator() == null
                && isPlain(simple.getDeclSpecifier())
                && unit.spans().isInHeader(node)
                && Attributes.of(simple.getDeclSpecifier(), Optional.of(declarator), in)
                        .isEmpty();
        return mayWait ? Optional.of(declarator.getName().toString()) : Optional.empty();
    }

    /** Whether the specifier defines no type and the declaration no typedef or internal function. */
    private static boolean isPlain(IASTDeclSpecifier specifier) {
        int storage = specifier.getStorageClass();
        return (specifier instanceof IASTSimpleDeclSpecifier || specifier instanceof IASTNamedTypeSpecifier)
                && (storage == IASTDeclSpecifier.sc_unspecified || storage == IASTDeclSpecifier.sc_extern);
    }

    /** The function that this declares and nothing else; it need not be refused until somebody uses it. */
    private static Optional<String> functionAlone(IASTDeclaration node) {
        IASTDeclarator declarator = switch (node) {
            case IASTFunctionDefinition function -> function.getDeclarator();
            case IASTSimpleDeclaration simple
            when simple.getDeclarators().length == 1
                    && simple.getDeclarators()[0] instanceof IASTFunctionDeclarator one -> one;
            default -> null;
        };
        // A constructor or destructor is used without being named.
        if (declarator == null || node.getRawSignature().contains("structor")) return Optional.empty();
        while (declarator.getNestedDeclarator() != null) declarator = declarator.getNestedDeclarator();
        String name = declarator.getName().toString();
        return name.isEmpty() ? Optional.empty() : Optional.of(name);
    }

    private void declare(IASTDeclaration node) {
        switch (node) {
            case IASTSimpleDeclaration simple -> simple(simple);
            case IASTFunctionDefinition function -> function(function);
            case IASTProblemDeclaration problem -> throw Problems.error(problem.getProblem(), in);
            case IASTASMDeclaration _ -> throw CError.unsupported(in.span(node), "assembly outside of functions");
            default -> throw CError.unsupported(in.span(node), "declaration " + node.getRawSignature());
        }
    }

    /** The name for a struct without a tag: that of the typedef around it. */
    static String wantedTag(IASTSimpleDeclaration node) {
        boolean nameless = node.getDeclSpecifier() instanceof IASTCompositeTypeSpecifier composite
                && composite.getName().toString().isEmpty();
        if (!nameless || node.getDeclarators().length == 0) return "";
        IASTDeclarator first = node.getDeclarators()[0];
        boolean typedef = node.getDeclSpecifier().getStorageClass() == IASTDeclSpecifier.sc_typedef;
        return typedef && first.getName() != null ? first.getName().toString() : "";
    }

    private void simple(IASTSimpleDeclaration node) {
        IASTDeclSpecifier specifier = node.getDeclSpecifier();
        CType base = in.types.specified(specifier, wantedTag(node));
        for (IASTDeclarator declarator : node.getDeclarators()) {
            if (in.types.declarators().isStaticAssertion(declarator)) continue;
            Declarators.Declared declared = in.types.declarators().declared(declarator, base);
            Optional<IASTInitializerClause> initial =
                    Optional.ofNullable(declarator.getInitializer()).map(Initialisers::clause);
            declare(
                    declared,
                    specifier,
                    Attributes.of(specifier, Optional.of(declarator), in),
                    initial,
                    in.span(declarator));
        }
    }

    private void declare(
            Declarators.Declared declared,
            IASTDeclSpecifier specifier,
            Attributes attributes,
            Optional<IASTInitializerClause> initial,
            SourceSpan span) {
        String name = declared.name();
        int storage = specifier.getStorageClass();
        boolean internal = storage == IASTDeclSpecifier.sc_static;
        if (storage == IASTDeclSpecifier.sc_register || storage == IASTDeclSpecifier.sc_auto) {
            throw new CError(span, name + " is declared auto or register outside of functions");
        }
        if (storage == IASTDeclSpecifier.sc_typedef) {
            CType type = Declarators.opaque(name).orElse(attributes.applied(declared.type()));
            linker.redeclarations().typedef(unit, name, type, span);
            in.scopes.declare(name, new Symbol.Typedef(type));
        } else if (declared.type() instanceof CType.Function type) {
            linker.redeclarations()
                    .link(
                            unit,
                            name,
                            Redeclarations.Kind.FUNCTION,
                            linkage(specifier, Redeclarations.Linkage.AS_BEFORE),
                            span);
            Definition.Procedure procedure = linker.declareFunction(unit, name, type, internal);
            linker.redeclarations().declare(unit, procedure, name, type, span);
            in.scopes.declare(name, new Symbol.Code(procedure));
            functionAttributes(procedure, attributes, span);
        } else {
            linker.redeclarations()
                    .link(
                            unit,
                            name,
                            Redeclarations.Kind.VARIABLE,
                            linkage(specifier, Redeclarations.Linkage.EXTERNAL),
                            span);
            boolean onlyDeclared = storage == IASTDeclSpecifier.sc_extern && initial.isEmpty();
            CType type = attributes.applied(declared.type());
            variable(name, type, internal, specifier.isInline(), onlyDeclared, attributes, initial, span);
        }
    }

    private static Redeclarations.Linkage linkage(IASTDeclSpecifier specifier, Redeclarations.Linkage otherwise) {
        return switch (specifier.getStorageClass()) {
            case IASTDeclSpecifier.sc_static -> Redeclarations.Linkage.INTERNAL;
            case IASTDeclSpecifier.sc_extern -> Redeclarations.Linkage.AS_BEFORE;
            default -> otherwise;
        };
    }

    private void functionAttributes(Definition.Procedure procedure, Attributes attributes, SourceSpan span) {
        linker.lifeHooks().note(procedure, attributes, span);
        attributes.standIn().ifPresent(procedure::standIn);
    }

    private void variable(
            String name,
            CType type,
            boolean internal,
            boolean threadLocal,
            boolean onlyDeclared,
            Attributes attributes,
            Optional<IASTInitializerClause> initial,
            SourceSpan span) {
        CType complete = initial.isPresent() ? in.initialisers.completed(type, initial.get()) : type;
        Definition.Variable variable = internal
                ? linker.variables().declareInternal(unit, name, complete, threadLocal, span)
                : linker.variables().declare(unit, name, complete, threadLocal, span);
        linker.redeclarations().declare(unit, variable, name, type, span);
        in.scopes.declare(name, new Symbol.Static(variable, complete));
        attributes.standIn().ifPresent(variable::standIn);
        if (onlyDeclared) return;
        Strength strength =
                variable.isWeakIn(unit) ? Strength.WEAK : initial.isPresent() ? Strength.STRONG : Strength.TENTATIVE;
        var definition = new Definition.Variable.Defined(strength, unit, span);
        Optional<Supplier<InitialValues>> values =
                initial.map(clause -> () -> in.initialisers.constants(variable.name(), variable.type(), clause));
        linker.redeclarations().define(variable, name, definition, values);
        initial.flatMap(clause -> in.initialisers.literal(complete, clause)).ifPresent(variable::literal);
    }

    private void function(IASTFunctionDefinition node) {
        CType base = in.types.specified(node.getDeclSpecifier(), "");
        Declarators.Declared declared = in.types.declarators().declared(outermost(node.getDeclarator()), base);
        if (!(declared.type() instanceof CType.Function type)) {
            throw new CError(in.span(node), declared.name() + " has a body but is no function");
        }
        boolean leftOut = declared.name().equals("main") && unit.origin() == Unit.Origin.USER_WITHOUT_MAIN;
        if (leftOut) return;
        IASTDeclSpecifier specifier = node.getDeclSpecifier();
        boolean internal = specifier.getStorageClass() == IASTDeclSpecifier.sc_static;
        Definition.Procedure procedure = linker.declareFunction(unit, declared.name(), type, internal);
        in.scopes.declare(declared.name(), new Symbol.Code(procedure));
        SourceSpan span = in.span(node);
        linker.redeclarations()
                .link(
                        unit,
                        declared.name(),
                        Redeclarations.Kind.FUNCTION,
                        linkage(specifier, Redeclarations.Linkage.AS_BEFORE),
                        span);
        linker.redeclarations().declare(unit, procedure, declared.name(), type, span);
        var attributes = Attributes.of(specifier, Optional.of(outermost(node.getDeclarator())), in);
        functionAttributes(procedure, attributes, span);
        Strength strength = strength(specifier, procedure, attributes);
        linker.redeclarations().define(procedure, new Definition.Procedure.Body(node, unit, strength, span), type);
    }

    /** What a definition with {@code inline} is worth (C11 6.7.4; GNU C has it the other way round). */
    private Strength strength(IASTDeclSpecifier specifier, Definition.Procedure procedure, Attributes attributes) {
        if (unit.origin() == Unit.Origin.STUBS) return Strength.STUB;
        if (procedure.isWeakIn(unit)) return Strength.WEAK;
        if (!specifier.isInline() || specifier.getStorageClass() == IASTDeclSpecifier.sc_static) return Strength.STRONG;
        boolean isExtern = specifier.getStorageClass() == IASTDeclSpecifier.sc_extern;
        boolean gnu = attributes.isGnuInline() || unit.flags().dialect().inlining() == CFlags.Inlining.GNU89;
        // In C99 an extern inline definition counts for all files; but who writes it mostly means GNU's.
        if (isExtern) return Strength.HINT;
        return gnu ? Strength.STRONG : Strength.INLINE;
    }

    /** CDT hands out the declarator with the parameters; pointers of the result may enclose it. */
    private static IASTDeclarator outermost(IASTDeclarator declarator) {
        IASTDeclarator outer = declarator;
        while (outer.getParent() instanceof IASTDeclarator parent) outer = parent;
        return outer;
    }
}
