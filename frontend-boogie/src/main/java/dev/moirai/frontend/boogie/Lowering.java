package dev.moirai.frontend.boogie;

import dev.moirai.frontend.boogie.BodyWriter.Section;
import dev.moirai.frontend.boogie.BoogieDecl.Spec;
import dev.moirai.frontend.boogie.BoogieOptions.Switching;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.SourceTexts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A checked file to a program of the IR: the entry procedure and what it reaches. */
final class Lowering {
    /** Corral counts threads from 1, the IR from 0. */
    static final int FIRST_THREAD = 1;

    private static final String START = "%start";
    private static final String LAST_CHILD = "%last-child";

    /** A procedure as it can be called: its function's name, the types of its results, and where it leaves the caller. */
    record Callable(String function, List<Type> results, Section sectionAtExit) {}

    /** What the end of a procedure is. */
    enum Ending {
        RETURN,
        THREAD
    }

    private record Variant(String procedure, Section atEntry, Ending ending) {}

    /** Longer names of instances come from procedures that call themselves at ever larger types. */
    private static final int LONGEST_INSTANCE = 500;

    private final Declarations declarations;
    private final Typing typing;
    private final BoogieOptions options;
    private final BoogieComplaints complaints;
    private final BoogieThreads threads;
    private final LoweredTypes types;
    private final NodeTypes nodes;
    private final Theory theory;
    private final Map<String, Global> globals = new LinkedHashMap<>();
    private final Map<String, Function> functions = new LinkedHashMap<>();
    private final Map<Variant, Callable> callables = new HashMap<>();
    private final Set<String> names = new HashSet<>();
    private int boundVariables;

    Lowering(Declarations declarations, Typing typing, BoogieOptions options, BoogieComplaints complaints) {
        this.declarations = declarations;
        this.typing = typing;
        this.options = options;
        this.complaints = complaints;
        threads = BoogieThreads.of(declarations);
        types = new LoweredTypes(declarations.datatypes);
        nodes = NodeTypes.of(declarations);
        theory = new Theory(this);
    }

    Declarations declarations() {
        return declarations;
    }

    Typing typing() {
        return typing;
    }

    BoogieOptions options() {
        return options;
    }

    BoogieComplaints complaints() {
        return complaints;
    }

    LoweredTypes types() {
        return types;
    }

    NodeTypes nodes() {
        return nodes;
    }

    Theory theory() {
        return theory;
    }

    /** A name that no other quantifier's variable has. */
    String boundName(String variable) {
        return variable + "$" + boundVariables++;
    }

    // ---- globals -----------------------------------------------------------------------------------------------

    Expr address(BoogieSymbol.Global global) {
        BoogieVariable variable = global.variable();
        Type type = types.of(global.type(), variable.span());
        Global.Storage storage = global.isThreadLocal() ? Global.Storage.THREAD_LOCAL : Global.Storage.SHARED;
        nodes.allowGlobal(global);
        Instr.Contents contents = nodes.isIn(global.type()) ? Instr.Contents.ZERO : Instr.Contents.FREE;
        globals.computeIfAbsent(
                variable.name(), name -> new Global(name, type, List.of(), contents, storage, variable.span()));
        return new Expr.GlobalAddress(variable.name(), new Type.Pointer(type));
    }

    /** A constant, or a function as a map: chosen freely, and written by nobody. */
    Expr constantGlobal(String name, Type type, SourceSpan span) {
        globals.computeIfAbsent(name, key -> Theory.global(key, type, span));
        return new Expr.GlobalAddress(name, new Type.Pointer(type));
    }

    /** A variable of ours that all threads share, zero at first. */
    Expr ownGlobal(String name, Type type) {
        globals.computeIfAbsent(
                name,
                key -> new Global(
                        key, type, List.of(), Instr.Contents.ZERO, Global.Storage.SHARED, SourceSpan.NOWHERE));
        return new Expr.GlobalAddress(name, new Type.Pointer(type));
    }

    Expr threadLocal(String name, Type type, SourceSpan span) {
        globals.computeIfAbsent(name, key -> new Global(key, type, List.of(), Global.Storage.THREAD_LOCAL, span));
        return new Expr.GlobalAddress(name, new Type.Pointer(type));
    }

    /** Where a procedure leaves its results but for the first, which it returns. */
    Expr furtherResult(ProcedureHead procedure, Map<String, BoogieType> typeArguments, int result) {
        BoogieSymbol.OfProcedure symbol = procedure.results().get(result);
        SourceSpan span = symbol.variable().span();
        return threadLocal(
                "%" + instance(procedure, typeArguments, span) + "."
                        + symbol.variable().name(),
                types.of(symbol.type().substitute(typeArguments), span),
                span);
    }

    /** The number of the thread that this thread started last. */
    Expr lastChild() {
        return threadLocal(LAST_CHILD, Type.U64, SourceSpan.NOWHERE);
    }

    BoogieThreads threads() {
        return threads;
    }

    Instr.Detachment detachment() {
        return threads.join() ? Instr.Detachment.JOINABLE : Instr.Detachment.DETACHED;
    }

    // ---- procedures --------------------------------------------------------------------------------------------

    /** A procedure's name with what its type parameters are. */
    private static String instance(ProcedureHead procedure, Map<String, BoogieType> typeArguments, SourceSpan span) {
        if (typeArguments.isEmpty()) return procedure.name();
        String name = procedure.typeParameters().stream()
                .map(parameter -> String.valueOf(typeArguments.get(parameter)))
                .collect(Collectors.joining(", ", procedure.name() + "<", ">"));
        if (name.length() > LONGEST_INSTANCE) {
            throw BoogieError.unsupported(span, procedure.name() + " that calls itself at ever larger types");
        }
        return name;
    }

    Callable procedure(
            ProcedureHead procedure, Map<String, BoogieType> typeArguments, Section atEntry, SourceSpan span) {
        String instance = instance(procedure, typeArguments, span);
        var variant = new Variant(instance, atEntry, Ending.RETURN);
        Callable known = callables.get(variant);
        if (known != null) return known;
        String name = freeName(instance + (atEntry == Section.INSIDE ? "'" : ""));
        List<Type> results = procedure.results().stream()
                .map(result -> types.of(
                        result.type().substitute(typeArguments),
                        result.variable().span()))
                .toList();
        // While its body is translated, a recursive call is taken to end where it began.
        var callable = new Callable(name, results, atEntry);
        callables.put(variant, callable);
        names.add(name);
        var lowering = new ProcedureLowering(this, procedure, typeArguments, atEntry, Ending.RETURN);
        functions.put(name, lowering.function(name));
        if (lowering.sectionAtExit() == atEntry) return callable;
        var changing = new Callable(name, results, lowering.sectionAtExit());
        callables.put(variant, changing);
        return changing;
    }

    /** The function of a thread: the procedure, whose end ends its atomic section too. */
    String threadFunction(ProcedureHead procedure, Map<String, BoogieType> typeArguments, SourceSpan span) {
        String instance = instance(procedure, typeArguments, span);
        var variant = new Variant(instance, Section.OUTSIDE, Ending.THREAD);
        Callable known = callables.get(variant);
        if (known != null) return known.function();
        String name = freeName(unlikeThreads(instance));
        callables.put(variant, new Callable(name, List.of(), Section.OUTSIDE));
        names.add(name);
        var lowering = new ProcedureLowering(this, procedure, typeArguments, Section.OUTSIDE, Ending.THREAD);
        functions.put(name, lowering.function(name));
        return name;
    }

    /** Threads are named by their functions: no name may look like that of the first thread, or of a second one of its kind. */
    private static String unlikeThreads(String name) {
        return name.equals("main") || name.matches(".*#[0-9]+") ? name + "'" : name;
    }

    private String freeName(String wanted) {
        String name = wanted;
        while (names.contains(name)) name += "'";
        return name;
    }

    private void callIn(BodyWriter writer, ProcedureHead procedure, List<Expr> arguments, SourceSpan span) {
        Callable callable = procedure(procedure, Map.of(), writer.section(), span);
        Optional<Local> first = callable.results().isEmpty()
                ? Optional.empty()
                : Optional.of(writer.fresh(callable.results().getFirst()));
        writer.emit(new Instr.Call(first, new Expr.FunctionAddress(callable.function()), arguments, span));
        writer.nowIn(callable.sectionAtExit());
    }

    // ---- the program -------------------------------------------------------------------------------------------

    Program program(String file, SourceTexts sources) {
        ProcedureHead entry = EntryPoint.of(declarations, options, file);
        SourceSpan span = entry.declaration().span();
        var writer = new BodyWriter(Section.OUTSIDE);
        if (options.switching() == Switching.COOPERATIVE) writer.beginSection(span);
        // What is used is known only when all is translated; the axioms about it come first all the same.
        procedure(entry, Map.of(), writer.section(), span);
        List<Expr> arguments = start(entry, writer);
        callIn(writer, entry, arguments, span);
        writer.endSection(span);
        writer.emit(new Instr.ExitThread(Expr.constant(Type.VOID_POINTER, 0), span));
        complaints.throwIfAny();
        functions.put(START, new Function(START, List.of(), Type.VOID, writer.locals(), writer.body(), span));
        return new Program(file, DataModel.LP64, Map.of(), globals, functions, START, Optional.empty(), sources);
    }

    /** What is assumed when the program starts; the entry procedure's arguments are free. */
    private List<Expr> start(ProcedureHead entry, BodyWriter writer) {
        var exprs = new ExprLowering(this, writer, Map.of());
        var values = new HashMap<BoogieSymbol, Expr>();
        var arguments = new ArrayList<Expr>();
        for (BoogieSymbol.OfProcedure parameter : entry.parameters()) {
            BoogieVariable variable = parameter.variable();
            nodes.refuse(parameter.type(), "a parameter of the entry procedure", variable.span());
            Local local = writer.named(variable.name(), types.of(parameter.type(), variable.span()));
            writer.emit(new Instr.Nondet(local, "argument " + variable.name(), variable.span()));
            exprs.assumeProper(parameter.type(), local, variable.span());
            values.put(parameter, local);
            arguments.add(local);
        }
        for (BoogieSymbol symbol : declarations.variables.values()) {
            if (symbol.variable().where().isEmpty() || !(symbol instanceof BoogieSymbol.Global)) continue;
            writer.nextStatement();
            new Conditions(exprs)
                    .assume(
                            symbol.variable().where().get(),
                            Context.of(values),
                            symbol.variable().span());
        }
        for (Spec spec : entry.declaration().specs()) {
            if (!(spec instanceof Spec.Requires(var condition, var _, var at))) continue;
            writer.nextStatement();
            new Conditions(exprs).assume(condition, Context.of(values), at);
        }
        theory.assumeFacts(exprs);
        return arguments;
    }
}
