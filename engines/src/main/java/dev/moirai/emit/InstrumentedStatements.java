package dev.moirai.emit;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Source;
import dev.moirai.ir.Sync;
import dev.moirai.ir.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Instructions of one function in C; each visible one calls the runtime, or has such a call before it. */
final class InstrumentedStatements {
    private final Program program;
    private final Function function;
    private final CExpressions expressions;
    private final CTypes types;
    private final Words words;
    private final CNames names;
    private final CNames labels = new CNames();
    private final InstrumentedMemory memory;

    InstrumentedStatements(
            Program program, Function function, CExpressions expressions, CTypes types, Words words, CNames names) {
        this.program = program;
        this.function = function;
        this.expressions = expressions;
        this.types = types;
        this.words = words;
        this.names = names;
        this.memory = new InstrumentedMemory(program, expressions, types, words, this::local);
    }

    String local(Local local) {
        return names.of("local of " + function.name(), "", local.name());
    }

    static String functionName(CNames names, String function) {
        return names.of("function", "f_", function);
    }

    private String label(String name) {
        return labels.of("label", "", name);
    }

    private String value(Expr expr) {
        return expressions.of(expr, this::local);
    }

    private String word(Expr expr) {
        return words.toWord(expr.type(), value(expr));
    }

    /**
     * The call of the runtime with which the step of an instruction begins, where it stands apart from what the instruction
     * does ({@link #of}); {@code site} is the instruction's number.
     */
    Optional<String> step(Instr instr, int site) {
        return switch (instr) {
            case Instr.MemoryAccess access -> memory.step(access, site);
            case Instr.ExitProcess _ -> Optional.of(call("moirai_yield", site) + ";");
            default -> Optional.empty();
        };
    }

    /** The lines of C for an instruction, after its {@link #step}; {@code site} is its number. */
    List<String> of(Instr instr, int site) {
        return switch (instr) {
            case Instr.Assign(var into, var value, var _) -> List.of(set(into, value(value)));
            case Instr.Nondet(var into, var source, var _) ->
                source instanceof Source.RealCall call
                        ? realCall(into, call, site)
                        : List.of(
                                setWord(into, any(into, site)) + " /* " + CStatements.comment(source.words()) + " */");
            case Instr.Load load -> List.of(memory.load(load, site));
            case Instr.Store store -> List.of(memory.store(store, site));
            case Instr.Rmw rmw -> List.of(memory.rmw(rmw, site));
            case Instr.CompareExchange exchange -> List.of(memory.compareExchange(exchange, site));
            case Instr.Fence _ -> List.of();
            case Instr.Alloc(var into, var _, var bytes, var region, var contents, var name, var _) ->
                List.of(set(
                                into,
                                call(
                                        "moirai_new",
                                        site,
                                        "(unsigned long long)" + value(bytes),
                                        kind(region),
                                        contents == Instr.Contents.ZERO ? "1" : "0"))
                        + " /* " + CStatements.comment(name) + " */");
            case Instr.Free(var pointer, var region, var _, var _) ->
                List.of(call("moirai_free", site, value(pointer), kind(region)) + ";");
            case Instr.Resize(var into, var pointer, var bytes, var _, var _) ->
                List.of(set(into, call("moirai_resize", site, value(pointer), "(unsigned long long)" + value(bytes))));
            case Instr.Label(var name, var _) -> List.of(label(name) + ": ;");
            case Instr.Goto(var target, var _) -> List.of("goto " + label(target) + ";");
            case Instr.Branch(var condition, var whenTrue, var whenFalse, var _) ->
                List.of(
                        "if (" + value(condition) + ") goto " + label(whenTrue) + ";",
                        "goto " + label(whenFalse) + ";");
            case Instr.Call call -> calls(call, site);
            case Instr.Return(var value, var _) -> returns(value, site);
            case Instr.ExitProcess(var code, var _) -> List.of("moirai_exit(" + word(code) + ");");
            case Instr.Assume(var condition, var _) -> List.of(call("moirai_assume", site, value(condition)) + ";");
            case Instr.Assert(var condition, var property, var _, var _) ->
                List.of(call("moirai_assert", site, value(condition), "\"" + property.word() + "\"") + ";");
            case Instr.AtomicBegin _ -> List.of(call("moirai_atomic_begin", site) + ";");
            case Instr.AtomicEnd _ -> List.of("moirai_atomic_end();");
            case Instr.Print print -> List.of(PrintCall.of(print, site, this::value, words));
            case Instr.Cut(var reason, var _) ->
                List.of(call("moirai_limit", site, PrintCall.quoted(reason.words())) + ";");
            case Instr.Block _ -> throw new IllegalArgumentException("only in bounded programs: " + instr);
            case Instr.Spawn(var handle, var start, var arguments, var detachment, var _) ->
                List.of(setWord(
                        handle,
                        call(
                                "moirai_spawn",
                                site,
                                value(start),
                                word(arguments.getFirst()),
                                detachment == Instr.Detachment.DETACHED ? "1" : "0")));
            case Instr.Join join -> join(join, site);
            case Instr.Detach(var result, var thread, var _) ->
                List.of(set(result, call("moirai_detach", site, word(thread))));
            case Instr.ExitThread(var value, var _) -> List.of("moirai_exit_thread(" + word(value) + ");");
            case Instr.Self(var into, var _) -> List.of(setWord(into, "moirai_self()"));
            case Instr.Yield _ -> List.of(call("moirai_yield", site) + ";");
            case Instr.Lock(var result, var object, var mode, var patience, var _) ->
                List.of(set(
                        result,
                        call("moirai_lock", site, value(object), "MOIRAI_LOCK_" + mode.name(), patience(patience))));
            case Instr.Unlock(var result, var object, var kind, var _) ->
                List.of(set(result, call("moirai_unlock", site, value(object), sync(kind))));
            case Instr.Wait(var result, var condition, var mutex, var _) ->
                List.of(set(result, call("moirai_wait", site, value(condition), value(mutex))));
            case Instr.Awake(var result, var object, var kind, var patience, var wakeup, var _) ->
                List.of(set(
                        result,
                        call(
                                "moirai_awake",
                                site,
                                value(object),
                                sync(kind),
                                patience == Instr.Patience.TIMED ? "1" : "0",
                                wakeup == Instr.Wakeup.SPURIOUS ? "1" : "0")));
            case Instr.Signal(var condition, var wake, var _) ->
                List.of(call("moirai_signal", site, value(condition), wake == Instr.Wake.ALL ? "1" : "0") + ";");
            case Instr.Arrive(var result, var barrier, var _) ->
                List.of(set(result, call("moirai_arrive", site, value(barrier))));
            case Instr.Down(var result, var semaphore, var patience, var _) ->
                List.of(set(result, call("moirai_down", site, value(semaphore), patience(patience))));
            case Instr.Up(var result, var semaphore, var _) ->
                List.of(set(result, call("moirai_up", site, value(semaphore))));
            case Instr.Level(var into, var semaphore, var _) ->
                List.of(set(into, call("moirai_level", site, value(semaphore))));
            case Instr.InitSync(var kind, var object, var parameter, var _) ->
                List.of(call(
                                "moirai_init_sync",
                                site,
                                sync(kind),
                                value(object),
                                Integer.toString(kind.bytes(program.model())),
                                "(int)" + value(parameter))
                        + ";");
            case Instr.DestroySync(var result, var kind, var object, var _) ->
                List.of(set(result, call("moirai_destroy_sync", site, sync(kind), value(object))));
            case Instr.Await(var address, var expected, var _) ->
                List.of(call(
                                "moirai_await",
                                site,
                                value(address),
                                memory.bytes(expected.type()),
                                words.code(expected.type()),
                                word(expected))
                        + ";");
        };
    }

    private String any(Local into, int site) {
        return "moirai_any(" + site + ", " + words.code(into.type()) + ")";
    }

    private List<String> realCall(Local into, Source.RealCall call, int site) {
        return new InstrumentedOutside(function, types, words, names).lines(into, call, site, any(into, site));
    }

    // ---- calls and threads -------------------------------------------------------------------------------------

    private List<String> calls(Instr.Call call, int site) {
        if (call.callee() instanceof Expr.FunctionAddress(var name))
            return List.of(direct(call, program.function(name)));
        var given = new ArrayList<String>();
        for (Expr argument : call.arguments()) given.add(word(argument));
        if (given.isEmpty()) given.add("0");
        String result = call("moirai_callee", site, value(call.callee())) + "->call((moirai_word[]){"
                + String.join(", ", given) + "}, " + call.arguments().size() + ")";
        return List.of(call.into().map(into -> setWord(into, result)).orElse(result + ";"));
    }

    private String direct(Instr.Call call, Function callee) {
        var given = new ArrayList<String>();
        for (int i = 0; i < callee.parameters().size(); i++) {
            Type type = callee.parameters().get(i).type();
            given.add(
                    i < call.arguments().size()
                            ? words.convert(
                                    call.arguments().get(i).type(),
                                    type,
                                    value(call.arguments().get(i)))
                            : words.fromWord(type, "0"));
        }
        String result = functionName(names, callee.name()) + "(" + String.join(", ", given) + ")";
        if (call.into().isEmpty()) return result + ";";
        Local into = call.into().get();
        if (callee.result() instanceof Type.Void) return result + "; " + setWord(into, "0");
        return set(into, words.convert(callee.result(), into.type(), result));
    }

    private List<String> returns(Optional<Expr> value, int site) {
        var lines = new ArrayList<String>();
        boolean entry = function.name().equals(program.entry());
        if (entry) lines.add("if (moirai_is_main) " + call("moirai_main_returns", site) + ";");
        String result = value.map(this::value).orElse("");
        boolean isVoid = function.result() instanceof Type.Void;
        if (!isVoid && value.isEmpty()) result = words.fromWord(function.result(), "0");
        if (isVoid) result = "";
        if (hasStackObjects(function)) lines.add("moirai_leave(moirai_mark);");
        lines.add(result.isEmpty() ? "return;" : "return " + result + ";");
        return lines;
    }

    static boolean hasStackObjects(Function function) {
        return function.body().stream()
                .anyMatch(instr -> instr instanceof Instr.Alloc alloc && alloc.region() == Instr.Region.STACK);
    }

    private List<String> join(Instr.Join join, int site) {
        String call = call("moirai_join", site, word(join.thread()), "&moirai_joined");
        String taken = join.value()
                .map(value -> " if (" + local(join.result()) + " == 0) " + setWord(value, "moirai_joined"))
                .orElse("");
        return List.of("{ moirai_word moirai_joined = 0; " + set(join.result(), call) + taken + " }");
    }

    // ---- words -------------------------------------------------------------------------------------------------

    private String set(Local into, String value) {
        return local(into) + " = " + value + ";";
    }

    private String setWord(Local into, String word) {
        return set(into, words.fromWord(into.type(), word));
    }

    static String call(String runtime, int site, String... arguments) {
        var text = new StringBuilder(runtime + "(" + site);
        for (String argument : arguments) text.append(", ").append(argument);
        return text.append(")").toString();
    }

    private static String kind(Instr.Region region) {
        return region == Instr.Region.STACK ? "MOIRAI_STACK" : "MOIRAI_HEAP";
    }

    private static String sync(Sync kind) {
        return "MOIRAI_" + kind.name().toUpperCase(Locale.ROOT);
    }

    private static String patience(Instr.Patience patience) {
        return "MOIRAI_" + patience.name();
    }
}
