package dev.moirai.frontend.c;

import dev.moirai.ir.Access;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;

/**
 * Translates one function from its definition to IR. A struct is passed as a pointer to it, from which the callee
 * copies; a struct is returned by writing to where the first, hidden, parameter points. A function with {@code ...} has
 * a last parameter that points to the further arguments, each in a slot of eight bytes.
 */
final class FunctionBody {
    static final String RESULT = "%result";
    static final String FURTHER_ARGUMENTS = "%further";

    private static final String ATOMIC_PREFIX = "__VERIFIER_atomic_";

    private final Definition.Procedure procedure;
    private final IASTFunctionDefinition node;
    private final FunctionWriter writer = new FunctionWriter(FunctionWriter.Purpose.BODY);
    private final Translation in;
    private final List<Local> parameters = new ArrayList<>();
    private final Survey survey;
    private final boolean atomic;
    private final Map<String, Definition.Variable> labelPlaces = new HashMap<>();
    private Optional<Local> resultPlace = Optional.empty();
    private Optional<Local> further = Optional.empty();

    FunctionBody(Linker linker, Definition.Procedure procedure, Definition.Procedure.Body body) {
        this.procedure = procedure;
        node = body.node();
        in = new Translation(linker, body.unit(), body.unit().scopes().atFileScope(), writer, Optional.of(this));
        survey = Survey.of(node.getBody());
        atomic = isAtomic(procedure.sourceName());
    }

    /** Whether nobody else moves while the function runs. */
    static boolean isAtomic(String function) {
        return function.startsWith(ATOMIC_PREFIX);
    }

    String sourceName() {
        return procedure.sourceName();
    }

    boolean isMain() {
        return procedure.sourceName().equals("main");
    }

    String irName() {
        return procedure.name();
    }

    CType result() {
        return procedure.type().result();
    }

    /** Whether the address of a variable of this name is taken somewhere in the function. */
    boolean needsMemory(String name) {
        return survey.addressTaken().contains(name);
    }

    /** The labels whose address is taken somewhere in the function. */
    Set<String> labelsTaken() {
        return survey.labelsTaken();
    }

    boolean hasLabels() {
        return survey.hasLabels();
    }

    /** Where a label is: a place of one byte that nothing else has, so that addresses of labels can be compared. */
    Expr addressOf(String label, SourceSpan span) {
        Definition.Variable place = labelPlaces.computeIfAbsent(label, name -> {
            Definition.Variable variable =
                    in.linker.variables().add(procedure.name() + ":" + name, CType.CHAR, Global.Storage.CONSTANT, span);
            variable.initialise(() -> InitialValues.ZERO);
            return variable;
        });
        return new Expr.GlobalAddress(place.name(), Type.VOID_POINTER);
    }

    Optional<Local> furtherArguments() {
        return further;
    }

    Function translate() {
        SourceSpan span = in.span(node);
        in.scopes.open();
        declareParameters(span);
        if (atomic) writer.emit(new Instr.AtomicBegin(span));
        in.statements.functionBody(node.getBody());
        if (writer.isReachable()) fallOff(span);
        in.scopes.close();
        Type result = resultPlace.isPresent() ? Type.VOID : in.ir(result());
        return new Function(
                procedure.name(),
                parameters,
                result,
                writer.locals(),
                writer.finish(span),
                span,
                author(),
                writer.libraryLoops());
    }

    private Function.Author author() {
        return switch (in.unit.origin()) {
            case USER, USER_WITHOUT_MAIN, STUBS -> Function.Author.USER;
            case BUNDLED -> Function.Author.LIBRARY;
        };
    }

    private void declareParameters(SourceSpan span) {
        if (isAggregate(result())) {
            Local place = writer.named(RESULT, in.layouts.pointerTo(result()));
            parameters.add(place);
            resultPlace = Optional.of(place);
        }
        in.types.declarators().parameters(node.getDeclarator(), parameter -> declare(parameter, span));
        if (procedure.type().variadic()) {
            Local pointer = writer.named(FURTHER_ARGUMENTS, Type.VOID_POINTER);
            parameters.add(pointer);
            further = Optional.of(pointer);
        }
    }

    static boolean isAggregate(CType type) {
        return type.bare() instanceof CType.Aggregate || type.bare() instanceof CType.Synchronising;
    }

    private void declare(Declarators.Parameter parameter, SourceSpan span) {
        CType type = parameter.type();
        String name = parameter.name().isEmpty() ? "%unnamed" : parameter.name();
        if (!parameter.name().isEmpty() && in.scopes.findHere(name).isPresent()) {
            throw new CError(span, "two parameters are called " + name);
        }
        if (isAggregate(type)) {
            Local from = writer.named("%" + parameter.name() + ".given", in.layouts.pointerTo(type));
            parameters.add(from);
            Operand.Memory own = in.declarations.object(name, type, Instr.Contents.FREE, span);
            in.copies.copy(own.address(), from, type, span);
            return;
        }
        Local local = writer.named(name, in.ir(type));
        parameters.add(local);
        if (needsMemory(name)) {
            Operand.Memory own = in.declarations.object(name, type, Instr.Contents.FREE, span);
            writer.emit(new Instr.Store(own.address(), local, Access.PLAIN, span));
        } else {
            in.scopes.declare(name, new Symbol.Register(local, type));
        }
    }

    /** Returns from the function with this value, which already has the result type. */
    void leave(Optional<Operand> value, SourceSpan span) {
        Optional<Expr> returned = Optional.empty();
        if (value.isPresent() && resultPlace.isPresent()) {
            in.copies.assign(new Operand.Memory(result(), resultPlace.get()), value.get(), span);
        } else if (value.isPresent() && !(result() instanceof CType.Void)) {
            Operand.Value plain = in.places.read(value.get(), span);
            returned =
                    Optional.of(in.conversions.assigned(result(), plain, span).expr());
        }
        if (returned.isEmpty() && resultPlace.isEmpty() && !(result() instanceof CType.Void)) {
            returned = Optional.of(Fold.zero(in.ir(result())));
        }
        List<Instr> routines = writer.exitRoutines();
        if (!routines.isEmpty()) {
            returned = returned.map(expr -> writer.settle(expr, span));
            routines.forEach(writer::emit);
        }
        if (atomic) writer.emit(new Instr.AtomicEnd(span));
        writer.emit(new Instr.Return(returned, span));
    }

    /**
     * Control reaches the end without a return: the value is undefined, and harmless unless used; zero for main by C's
     * own rule.
     */
    private void fallOff(SourceSpan span) {
        leave(Optional.empty(), span);
    }
}
