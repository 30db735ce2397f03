package dev.moirai.ir;

import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The program as text for people: one instruction a line, source lines at the margin. An access says in brackets when it
 * is atomic ({@code [seq_cst]}) or out of other threads' reach ({@code [private]}). The same program gives the same text.
 */
public final class Printer {
    private static final int MARGIN = 64;

    private final ExprPrinter exprs;

    public Printer(Map<String, Layout> layouts) {
        this.exprs = new ExprPrinter(layouts);
    }

    public static String print(Program program) {
        return new Printer(program.layouts()).program(program);
    }

    public String expr(Expr expr) {
        return exprs.text(expr);
    }

    /** What {@code *address} is called: {@code x}, {@code p->next}, {@code a[i]}. */
    public String place(Expr address) {
        return exprs.place(address);
    }

    private String program(Program program) {
        var out = new StringBuilder();
        out.append("program ").append(program.file());
        out.append(" (").append(program.model().name().toLowerCase(Locale.ROOT)).append(")\n");
        program.threadEpilogue()
                .ifPresent(f -> out.append("every thread ends with ").append(f).append('\n'));
        program.layouts().values().forEach(layout -> layout(out, layout));
        if (!program.globals().isEmpty()) out.append('\n');
        program.globals().values().forEach(global -> global(out, global));
        program.functions().values().forEach(function -> out.append('\n').append(function(function)));
        return out.toString();
    }

    private static void layout(StringBuilder out, Layout layout) {
        String kind = layout.kind().name().toLowerCase(Locale.ROOT);
        out.append('\n').append(kind).append(' ').append(layout.tag());
        out.append(" { // ").append(layout.size()).append(" bytes, aligned to ");
        out.append(layout.alignment()).append('\n');
        for (Layout.Field field : layout.fields()) {
            out.append("    ").append(field.type()).append(' ').append(field.name());
            out.append(" @").append(field.offset()).append('\n');
        }
        out.append("}\n");
    }

    private void global(StringBuilder out, Global global) {
        var line = new StringBuilder();
        line.append(global.storage().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        line.append(' ').append(global.type()).append(' ').append(global.name());
        if (global.contents() == Instr.Contents.FREE) line.append(" = *");
        if (!global.initial().isEmpty()) {
            line.append(" = ");
            boolean wholeScalar = global.type().isScalar() && global.initial().size() == 1;
            line.append(
                    wholeScalar
                            ? expr(global.initial().getFirst().value())
                            : global.initial().stream()
                                    .map(i -> "@" + i.offset() + ": " + expr(i.value()))
                                    .collect(Collectors.joining(", ", "{", "}")));
        }
        withMargin(out, line, global.span().line() == 0 ? "" : global.span().toString());
    }

    public String function(Function function) {
        var out = new StringBuilder();
        var head = new StringBuilder();
        head.append(function.result()).append(' ').append(function.name());
        head.append(declared(function.parameters(), "(", ")")).append(" {");
        withMargin(out, head, function.span().line() == 0 ? "" : function.span().toString());
        List<Local> inner = function.locals().stream()
                .filter(local -> !function.parameters().contains(local))
                .toList();
        if (!inner.isEmpty()) out.append(declared(inner, "    locals ", "\n"));
        SourceSpan last = function.span();
        for (Instr instr : function.body()) {
            if (instr instanceof Instr.Label(var name, var _)) {
                out.append("  ").append(name).append(":\n");
                continue;
            }
            SourceSpan span = instr.span();
            boolean sameLine = span.line() == last.line() && span.file().equals(last.file());
            String place =
                    span.file().equals(function.span().file()) ? "" + span.line() : span.file() + ":" + span.line();
            withMargin(out, new StringBuilder("    ").append(instr(instr)), sameLine || span.line() == 0 ? "" : place);
            last = span;
        }
        return out.append("}\n").toString();
    }

    private static void withMargin(StringBuilder out, StringBuilder line, String remark) {
        out.append(line);
        if (!remark.isEmpty()) {
            out.append(" ".repeat(Math.max(1, MARGIN - line.length())))
                    .append("// ")
                    .append(remark);
        }
        out.append('\n');
    }

    private static String declared(List<Local> locals, String before, String after) {
        return locals.stream()
                .map(local -> local.type() + " " + local.name())
                .collect(Collectors.joining(", ", before, after));
    }

    public String instr(Instr instr) {
        return switch (instr) {
            case Instr.Assign(var into, var value, var _) -> set(into) + expr(value);
            case Instr.Nondet(var into, var source, var _) ->
                set(into) + "any " + into.type() + " (" + source.words() + ")";
            case Instr.Load(var into, var address, var access, var _) ->
                set(into) + "load" + marks(access) + exprs.place(address, into.type());
            case Instr.Store(var address, var value, var access, var _) ->
                "store" + marks(access) + exprs.place(address, value.type()) + " = " + expr(value);
            case Instr.Rmw(var old, var address, var op, var operand, var access, var _) ->
                set(old) + word(op) + marks(access) + exprs.place(address, old.type()) + ", " + expr(operand);
            case Instr.CompareExchange(var old, var address, var expected, var desired, var access, var _) ->
                set(old)
                        + "compare-exchange"
                        + marks(access)
                        + exprs.place(address, old.type())
                        + ", "
                        + expr(expected)
                        + " -> "
                        + expr(desired);
            case Instr.Fence(var order, var _) -> "fence [" + order + "]";
            case Instr.Alloc(var into, var type, var bytes, var region, var contents, var name, var _) ->
                set(into)
                        + (contents == Instr.Contents.ZERO ? "zeroed " : "new ")
                        + word(region)
                        + " "
                        + type
                        + " "
                        + name
                        + ", "
                        + expr(bytes)
                        + " bytes";
            case Instr.Free(var pointer, var region, var access, var _) ->
                "free" + (region == Instr.Region.STACK ? "-stack" : "") + marks(access) + expr(pointer);
            case Instr.Resize(var into, var pointer, var bytes, var access, var _) ->
                set(into) + "resize" + marks(access) + expr(pointer) + " to " + expr(bytes) + " bytes";
            case Instr.Label(var name, var _) -> name + ":";
            case Instr.Goto(var target, var _) -> "goto " + target;
            case Instr.Branch(var condition, var whenTrue, var whenFalse, var _) ->
                "if (" + expr(condition) + ") goto " + whenTrue + " else goto " + whenFalse;
            case Instr.Call(var into, var callee, var arguments, var _) ->
                into.map(Printer::set).orElse("") + "call " + target(callee) + list(arguments);
            case Instr.Return(var value, var _) ->
                "return" + value.map(v -> " " + expr(v)).orElse("");
            case Instr.ExitProcess(var code, var _) -> "exit-process " + expr(code);
            case Instr.Assume(var condition, var _) -> "assume " + expr(condition);
            case Instr.Assert(var condition, var property, var message, var _) ->
                "assert "
                        + (property == Property.ASSERTION ? "" : "[" + property.word() + "] ")
                        + expr(condition)
                        + " : "
                        + quoted(message);
            case Instr.Cut(var reason, var _) -> "cut " + quoted(reason.words());
            case Instr.Block(var condition, var wakeup, var _) ->
                "block until " + expr(condition) + (wakeup == Instr.Wakeup.SPURIOUS ? " or spuriously" : "");
            case Instr.AtomicBegin _ -> "atomic-begin";
            case Instr.AtomicEnd _ -> "atomic-end";
            case Instr.Print(var format, var arguments, var _) ->
                "print " + quoted(format) + (arguments.isEmpty() ? "" : " " + list(arguments));
            case Instr.Spawn(var handle, var function, var arguments, var detachment, var _) ->
                set(handle)
                        + (detachment == Instr.Detachment.DETACHED ? "spawn-detached " : "spawn ")
                        + target(function)
                        + list(arguments);
            case Instr.Join(var result, var value, var thread, var _) ->
                results(result, value) + "join " + expr(thread);
            case Instr.Detach(var result, var thread, var _) -> set(result) + "detach " + expr(thread);
            case Instr.ExitThread(var value, var _) -> "exit-thread " + expr(value);
            case Instr.Self(var into, var _) -> set(into) + "self";
            case Instr.Yield _ -> "yield";
            case Instr.Lock(var result, var object, var mode, var patience, var _) ->
                set(result) + patient(patience) + "lock-" + word(mode) + " " + place(object);
            case Instr.Unlock(var result, var object, var kind, var _) ->
                set(result) + "unlock-" + kind + " " + place(object);
            case Instr.Wait(var result, var condition, var mutex, var _) ->
                set(result) + "wait " + place(condition) + ", releasing " + place(mutex);
            case Instr.Awake(var result, var object, var kind, var patience, var wakeup, var _) ->
                set(result)
                        + patient(patience)
                        + "awake-"
                        + kind
                        + (wakeup == Instr.Wakeup.SPURIOUS ? " [spurious] " : " ")
                        + place(object);
            case Instr.Signal(var condition, var wake, var _) ->
                (wake == Instr.Wake.ALL ? "broadcast " : "signal ") + place(condition);
            case Instr.Arrive(var result, var barrier, var _) -> set(result) + "arrive " + place(barrier);
            case Instr.Down(var result, var semaphore, var patience, var _) ->
                set(result) + patient(patience) + "down " + place(semaphore);
            case Instr.Up(var result, var semaphore, var _) -> set(result) + "up " + place(semaphore);
            case Instr.Level(var into, var semaphore, var _) -> set(into) + "level " + place(semaphore);
            case Instr.InitSync(var kind, var object, var parameter, var _) ->
                "init-" + kind + " " + place(object) + " = " + expr(parameter);
            case Instr.DestroySync(var result, var kind, var object, var _) ->
                set(result) + "destroy-" + kind + " " + place(object);
            case Instr.Await(var address, var expected, var _) ->
                "await " + exprs.place(address, expected.type()) + " == " + expr(expected);
        };
    }

    private static String set(Local local) {
        return local.name() + " = ";
    }

    private static String results(Local first, Optional<Local> second) {
        return first.name() + second.map(local -> ", " + local.name()).orElse("") + " = ";
    }

    private String target(Expr callee) {
        return callee instanceof Expr.FunctionAddress(var function) ? function : "(*" + expr(callee) + ")";
    }

    private String list(List<Expr> arguments) {
        return arguments.stream().map(this::expr).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String marks(Access access) {
        return (access.isAtomic() ? " [" + access.order() + "]" : "") + (access.isShared() ? " " : " [private] ");
    }

    private static String patient(Instr.Patience patience) {
        return switch (patience) {
            case BLOCK -> "";
            case TRY -> "try-";
            case TIMED -> "timed-";
        };
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String quoted(String text) {
        return "\""
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\t", "\\t") + "\"";
    }
}
