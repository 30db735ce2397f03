package dev.moirai.frontend.c;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Source;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.c.ICASTTypedefNameSpecifier;

/** Declarations inside functions. */
final class LocalDeclarations {
    private final Translation in;

    LocalDeclarations(Translation in) {
        this.in = in;
    }

    void declare(IASTSimpleDeclaration node) {
        IASTDeclSpecifier specifier = node.getDeclSpecifier();
        // GNU's local labels need no declaration here.
        if (specifier instanceof ICASTTypedefNameSpecifier named
                && named.getName().toString().equals("__label__")) return;
        CType base = in.types.specified(specifier, FileDeclarations.wantedTag(node));
        boolean deduced = specifier instanceof IASTSimpleDeclSpecifier simple
                && simple.getType() == IASTSimpleDeclSpecifier.t_unspecified
                && specifier.getStorageClass() == IASTDeclSpecifier.sc_auto
                && !simple.isLong()
                && !simple.isShort()
                && !simple.isUnsigned()
                && !simple.isSigned();
        for (IASTDeclarator declarator : node.getDeclarators()) {
            if (in.types.declarators().isStaticAssertion(declarator)) continue;
            Declarators.Declared declared = in.types.declarators().declared(declarator, base);
            Optional<IASTInitializerClause> initial =
                    Optional.ofNullable(declarator.getInitializer()).map(Initialisers::clause);
            CType type = deduced && initial.isPresent()
                    ? Declarators.adjusted(in.expressions
                            .typeOf(InitialiserWalk.expression(initial.get(), in.span(declarator)))
                            .plain())
                    : declared.type();
            var attributes = Attributes.of(specifier, Optional.of(declarator), in);
            declare(declared.name(), attributes.applied(type), specifier, attributes, initial, in.span(declarator));
        }
    }

    private void declare(
            String name,
            CType type,
            IASTDeclSpecifier specifier,
            Attributes attributes,
            Optional<IASTInitializerClause> initial,
            SourceSpan span) {
        boolean lasting = specifier.getStorageClass() == IASTDeclSpecifier.sc_typedef
                || specifier.getStorageClass() == IASTDeclSpecifier.sc_extern
                || type instanceof CType.Function;
        if (!lasting && in.scopes.findHere(name).isPresent()) {
            throw new CError(span, name + " is declared twice in this block");
        }
        if (specifier.getStorageClass() == IASTDeclSpecifier.sc_typedef) {
            in.scopes.declare(name, new Symbol.Typedef(Declarators.opaque(name).orElse(type)));
        } else if (type instanceof CType.Function function) {
            Definition.Procedure procedure = in.linker.declareFunction(in.unit, name, function, false);
            in.linker.redeclarations().declare(in.unit, procedure, name, function, span);
            in.scopes.declare(name, new Symbol.Code(procedure));
            attributes.standIn().ifPresent(procedure::standIn);
        } else if (specifier.getStorageClass() == IASTDeclSpecifier.sc_extern) {
            if (initial.isPresent()) throw new CError(span, name + " is declared extern in a block, and initialised");
            Definition.Variable variable =
                    in.linker.variables().declare(in.unit, name, type, specifier.isInline(), span);
            in.linker.redeclarations().declare(in.unit, variable, name, type, span);
            attributes.standIn().ifPresent(variable::standIn);
            in.scopes.declare(name, new Symbol.Static(variable, type));
        } else if (specifier.getStorageClass() == IASTDeclSpecifier.sc_static) {
            staticVariable(name, type, specifier.isInline(), initial, span);
        } else {
            // CDT has no word for _Thread_local; see CKeywords.
            if (specifier.isInline()) throw new CError(span, name + " is thread-local in a block, and not static");
            attributes
                    .cleanup()
                    .ifPresentOrElse(
                            routine -> cleanedUp(name, type, routine, initial, span),
                            () -> automatic(name, type, initial, span));
        }
    }

    private void staticVariable(
            String name, CType type, boolean threadLocal, Optional<IASTInitializerClause> initial, SourceSpan span) {
        CType complete = initial.isPresent() ? in.initialisers.completed(type, initial.get()) : type;
        in.objectSize(complete, span);
        String function = in.body.map(FunctionBody::irName).orElse("");
        Definition.Variable variable = in.linker
                .variables()
                .add(
                        function + "." + name,
                        complete,
                        threadLocal ? Global.Storage.THREAD_LOCAL : Global.Storage.SHARED,
                        span);
        variable.initialise(() -> InitialValues.ZERO);
        in.scopes.declare(name, new Symbol.Static(variable, complete));
        if (initial.isEmpty()) return;
        var constants = new Translation(
                in.linker, in.unit, in.scopes, new FunctionWriter(FunctionWriter.Purpose.CONSTANT), in.body);
        InitialValues values = constants.initialisers.constants(variable.name(), complete, initial.get());
        variable.initialise(() -> values);
        in.initialisers.literal(complete, initial.get()).ifPresent(variable::literal);
    }

    /** Opens a block from here to the end of the enclosing one, on whose exit the cleanup routine runs. */
    private void cleanedUp(
            String name, CType type, IASTExpression routine, Optional<IASTInitializerClause> initial, SourceSpan span) {
        if (type instanceof CType.VariableArray)
            throw CError.unsupported(span, "cleanup of an array of variable length");
        if (!(in.expressions.operand(routine) instanceof Operand.Designator(var function, var address))
                || function.parameters().size() != 1) {
            throw new CError(in.span(routine), "cleanup needs a function of one parameter");
        }
        in.writer.open(span);
        inMemory(name, initial.isPresent() ? in.initialisers.completed(type, initial.get()) : type, initial, span);
        if (!(in.scopes.find(name).orElse(null) instanceof Symbol.StackObject(var pointer, var _))) {
            throw new IllegalStateException(name);
        }
        Expr argument = in.fold.cast(in.ir(function.parameters().getFirst()), pointer);
        in.writer.block().onExit(new Instr.Call(Optional.empty(), address, List.of(argument), span));
    }

    private void automatic(String name, CType type, Optional<IASTInitializerClause> initial, SourceSpan span) {
        if (type instanceof CType.VariableArray) {
            variableArray(name, type, initial, span);
            return;
        }
        CType complete = initial.isPresent() ? in.initialisers.completed(type, initial.get()) : type;
        boolean memory = !complete.isScalar()
                || in.body.map(body -> body.needsMemory(name)).orElse(true);
        if (memory) inMemory(name, complete, initial, span);
        else inRegister(name, complete, initial, span);
    }

    private void inRegister(String name, CType type, Optional<IASTInitializerClause> initial, SourceSpan span) {
        Local local = in.writer.named(name, in.ir(type));
        in.scopes.declare(name, new Symbol.Register(local, type));
        if (initial.isEmpty()) {
            in.writer.assign(local, in.calls.anyValue(type, new Source.Unwritten(name), span), span);
            return;
        }
        IASTInitializerClause clause = initial.get();
        var walk = new InitialiserWalk(in, new RegisterSink(local, type));
        Recovery.from(in, () -> walk.object(new Operand.Register(type, local), 0, clause));
    }

    private final class RegisterSink implements InitialiserWalk.Sink {
        private final Local local;
        private final CType type;

        RegisterSink(Local local, CType type) {
            this.local = local;
            this.type = type;
        }

        @Override
        public void scalar(Operand place, long offset, IASTInitializerClause clause) {
            SourceSpan span = in.span(clause);
            Operand.Value value = in.expressions.value(clause, type);
            in.writer.assign(local, in.conversions.assigned(type, value, span).expr(), span);
        }

        @Override
        public boolean isFixed() {
            return true;
        }

        @Override
        public void text(Operand.Memory place, long offset, StringLiteral text, SourceSpan span) {
            throw new IllegalStateException("a scalar");
        }

        @Override
        public void restart(Operand.Memory place, long offset) {
            throw new IllegalStateException("a scalar");
        }

        @Override
        public void aggregate(Operand.Memory place, long offset, IASTInitializerClause clause) {
            throw new IllegalStateException("a scalar");
        }

        @Override
        public void synchronising(Operand.Memory place, long offset, int kind, IASTInitializerClause clause) {
            throw new IllegalStateException("a scalar");
        }
    }

    private void inMemory(String name, CType type, Optional<IASTInitializerClause> initial, SourceSpan span) {
        boolean partly = initial.isPresent()
                && !type.isScalar()
                && !(type.bare() instanceof CType.Synchronising)
                && initial.get() instanceof org.eclipse.cdt.core.dom.ast.IASTInitializerList;
        // A jump to a label may reach the declaration again while the object is alive.
        boolean once = in.body.map(body -> !body.hasLabels()).orElse(true);
        Instr.Contents contents = partly && once ? Instr.Contents.ZERO : Instr.Contents.FREE;
        Operand.Memory object = object(name, type, contents, span);
        initial.ifPresent(
                clause -> Recovery.from(in, () -> in.initialisers.initialise(object, clause, contents, span)));
    }

    /** A new object on the stack under this name. */
    Operand.Memory object(String name, CType type, Instr.Contents contents, SourceSpan span) {
        Local pointer = in.writer.named("%" + name, in.layouts.pointerTo(type));
        Expr bytes = in.sizeConstant(in.objectSize(type, span));
        in.writer.add(new CBlock.Slot(pointer, in.ir(type), bytes, CBlock.Birth.AT_ENTRY, contents, name, span));
        in.scopes.declare(name, new Symbol.StackObject(pointer, type));
        return new Operand.Memory(type, pointer);
    }

    private void variableArray(String name, CType type, Optional<IASTInitializerClause> initial, SourceSpan span) {
        if (initial.isPresent()) throw new CError(span, "an array of variable length cannot be initialised");
        Local pointer = in.writer.named("%" + name, in.layouts.pointerTo(type));
        Expr bytes = in.writer.settle(in.places.sizeOf(type, span), span);
        in.writer.add(new CBlock.Slot(
                pointer, in.ir(type), bytes, CBlock.Birth.AT_DECLARATION, Instr.Contents.FREE, name, span));
        in.writer.emit(new Instr.Free(pointer, Instr.Region.STACK, dev.moirai.ir.Access.PLAIN, span));
        in.writer.emit(
                new Instr.Alloc(pointer, in.ir(type), bytes, Instr.Region.STACK, Instr.Contents.FREE, name, span));
        in.scopes.declare(name, new Symbol.StackObject(pointer, type));
    }
}
