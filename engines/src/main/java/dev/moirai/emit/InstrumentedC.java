package dev.moirai.emit;

import dev.moirai.bound.ArithmeticChecks;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.property.Property;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A whole program as C for the runtime of module {@code runtime-c}: loops, calls and recursion stay, synchronisation is
 * the runtime's, and before every visible instruction the runtime decides which thread continues. Compiled and linked
 * with it, the program makes exactly the steps of the interpreter and asks for the same choices in the same order; so a
 * schedule of one is a schedule of the other.
 */
public final class InstrumentedC {
    /** Unused locals and labels stay where the IR has them. */
    private static final List<String> SILENCED = List.of(
            "unused-variable",
            "unused-but-set-variable",
            "unused-but-set-parameter",
            "unused-parameter",
            "unused-function",
            "unused-label",
            "unused-value",
            "return-type",
            "type-limits",
            "format-zero-length");

    private final Program program;
    private final Set<Property> watched;
    private final CNames names = new CNames();
    private final CTypes types;
    private final Words words;
    private final CExpressions expressions;
    private final Map<String, Integer> threadLocals = new LinkedHashMap<>();

    private InstrumentedC(Program program, Set<Property> watched) {
        this.program = program;
        this.watched = watched;
        types = new CTypes(program, "s_");
        words = new Words(types, program.model());
        for (Global global : program.globals().values()) {
            if (global.storage() == Global.Storage.THREAD_LOCAL) threadLocals.put(global.name(), threadLocals.size());
        }
        expressions = new CExpressions(program, program.globals(), types, this::place);
    }

    /**
     * @param watched decides whether arithmetic is checked, by {@link Property#OVERFLOW} and {@link Property#DIVISION}
     */
    public static String write(Program program, Set<Property> watched) {
        return new InstrumentedC(program, watched).write();
    }

    private String write() {
        var functions = new ArrayList<String>();
        int site = 1;
        for (Function function : program.functions().values()) site = define(function, site, functions);
        var initial = initial(Global.Storage.SHARED);
        initial.addAll(initial(Global.Storage.CONSTANT));
        initial.addAll(initial(Global.Storage.LITERAL));
        var threadInitial = initial(Global.Storage.THREAD_LOCAL);

        var file = new ArrayList<String>();
        file.add("/* " + CStatements.comment(program.file()) + ", to be linked with the runtime of Moirai. */");
        for (List<String> warnings : List.of(FileHead.SILENCED, SILENCED)) {
            for (String warning : warnings) file.add("#pragma GCC diagnostic ignored \"-W" + warning + "\"");
        }
        file.add("#include \"moirai.h\"");
        file.add("");
        file.addAll(types.definitions());
        file.add("");
        globals(file);
        for (Function function : program.functions().values()) {
            file.add(head(function) + ";");
            file.addAll(new InstrumentedOutside(function, types, words, names).declarations());
        }
        addressed(file);
        file.add("");
        file.addAll(functions);
        block(file, "void moirai_initial(void)", initial);
        block(file, "void moirai_thread_initial(void)", threadInitial);
        String entry = InstrumentedStatements.functionName(names, program.entry()) + "()";
        Type result = program.function(program.entry()).result();
        block(
                file,
                "moirai_word moirai_entry(void)",
                result instanceof Type.Void
                        ? List.of(entry + ";", "return 0;")
                        : List.of("return " + words.toWord(result, entry) + ";"));
        block(
                file,
                "void moirai_epilogue(void)",
                program.threadEpilogue()
                        .map(name -> List.of(InstrumentedStatements.functionName(names, name) + "();"))
                        .orElse(List.of()));
        return String.join("\n", file) + "\n";
    }

    private static void block(List<String> file, String head, List<String> statements) {
        file.add(head + " {");
        statements.forEach(line -> file.add("    " + line));
        file.add("}");
        file.add("");
    }

    // ---- globals -----------------------------------------------------------------------------------------------

    /**
     * Writes all globals that live as long as the process into one struct, in the program's order, with room between
     * them.
     */
    private void globals(List<String> file) {
        file.add("static struct {");
        for (Global global : program.globals().values()) {
            if (global.storage() == Global.Storage.THREAD_LOCAL) continue;
            String member = member(global.name());
            file.add("    _Alignas(16) " + types.declare(global.type(), member) + "; _Alignas(16) char " + member
                    + "_gap[16];");
        }
        file.add("    _Alignas(16) char end[16];");
        file.add("} moirai_globals;");
        file.add("");
    }

    private String member(String global) {
        return names.of("global", "", global);
    }

    /** The C expression for a global, as an object. */
    private String place(String name) {
        Global global = program.global(name);
        Integer number = threadLocals.get(name);
        if (number == null) return "moirai_globals." + member(name);
        return "*(" + pointerTo(global.type()) + ")moirai_thread_local(" + number + ")";
    }

    private String pointerTo(Type type) {
        return type instanceof Type.Array ? types.declare(type, "(*)") : types.declare(type, "*");
    }

    private List<String> initial(Global.Storage storage) {
        var lines = new ArrayList<String>();
        if (storage == Global.Storage.SHARED) {
            lines.add("moirai_globals_at(&moirai_globals, sizeof moirai_globals);");
        }
        var values = new ArrayList<String>();
        for (Global global : program.globals().values()) {
            if (global.storage() != storage) continue;
            long bytes = program.sizes().of(global.type());
            String object = place(global.name());
            if (storage == Global.Storage.THREAD_LOCAL) {
                lines.add("moirai_new_thread_local(" + threadLocals.get(global.name()) + ", " + bytes + ");");
            } else {
                lines.add("moirai_global(&" + object + ", " + bytes + ", MOIRAI_"
                        + (storage.isConstant() ? "CONSTANT" : "GLOBAL") + ");");
            }
            for (Global.Initial initial : global.initial()) {
                String at = "((char *)&" + object + " + " + initial.offset() + ")";
                values.add("*(" + pointerTo(initial.value().type()) + ")" + at + " = "
                        + expressions.of(initial.value(), _ -> "") + ";");
            }
        }
        lines.addAll(values);
        return lines;
    }

    // ---- functions ---------------------------------------------------------------------------------------------

    private String head(Function function) {
        var statements = statements(function);
        var parameters = new ArrayList<String>();
        for (Local local : function.parameters()) {
            parameters.add(types.declare(local.type(), statements.local(local)));
        }
        String result = function.result() instanceof Type.Void
                ? "void"
                : types.declare(function.result(), "").strip();
        return "static " + result + " " + InstrumentedStatements.functionName(names, function.name()) + "("
                + (parameters.isEmpty() ? "void" : String.join(", ", parameters)) + ")";
    }

    private InstrumentedStatements statements(Function function) {
        return new InstrumentedStatements(program, function, expressions, types, words, names);
    }

    private int define(Function function, int first, List<String> code) {
        var statements = statements(function);
        code.add(head(function) + " {");
        for (Local local : function.locals()) {
            if (function.parameters().contains(local)) continue;
            code.add("    " + types.declare(local.type(), statements.local(local)) + " = 0;");
        }
        if (InstrumentedStatements.hasStackObjects(function))
            code.add("    unsigned long moirai_mark = moirai_enter();");
        if (function.name().equals(program.entry())) code.add("    int moirai_is_main = moirai_outermost();");
        SourceSpan at = SourceSpan.NOWHERE;
        int site = first;
        var passed = new HashSet<String>();
        for (Instr instr : function.body()) {
            if (instr.span().line() > 0
                    && (instr.span().line() != at.line() || !instr.span().file().equals(at.file()))) {
                at = instr.span();
                code.add("    /* " + CStatements.comment(at.file()) + ":" + at.line() + ": "
                        + CStatements.comment(program.sources().line(at)) + " */");
            }
            if (instr instanceof Instr.Label(var name, var _)) {
                passed.add(name);
                code.addAll(statements.of(instr, site));
                continue;
            }
            if (jumpsBack(instr, passed)) code.add("    moirai_round(" + site + ");");
            // Arithmetic errors happen within the step, so their checks come after its beginning.
            statements.step(instr, site).ifPresent(call -> code.add("    " + call));
            for (Instr check : ArithmeticChecks.before(instr, watched)) {
                for (String line : statements.of(check, site)) code.add("    " + line);
            }
            for (String line : statements.of(instr, site)) code.add("    " + line);
            site++;
        }
        code.add("}");
        code.add("");
        return site;
    }

    private static boolean jumpsBack(Instr instr, Set<String> passed) {
        return switch (instr) {
            case Instr.Goto(var target, var _) -> passed.contains(target);
            case Instr.Branch(var _, var whenTrue, var whenFalse, var _) ->
                passed.contains(whenTrue) || passed.contains(whenFalse);
            default -> false;
        };
    }

    /** Writes a table of the functions whose address is a value, callable with words. */
    private void addressed(List<String> file) {
        var table = new ArrayList<String>();
        for (String name : expressions.functions()) {
            Function function = program.function(name);
            String object = CExpressions.functionObject(name);
            file.add("#define " + object + " moirai_functions[" + table.size() + "]");
            String caller = names.of("caller", "call_", name);
            var given = new ArrayList<String>();
            for (int i = 0; i < function.parameters().size(); i++) {
                Type type = function.parameters().get(i).type();
                given.add(words.fromWord(type, "(count > " + i + " ? arguments[" + i + "] : 0)"));
            }
            String call = InstrumentedStatements.functionName(names, name) + "(" + String.join(", ", given) + ")";
            block(
                    file,
                    "static moirai_word " + caller + "(const moirai_word *arguments, unsigned count)",
                    function.result() instanceof Type.Void
                            ? List.of("(void)arguments; (void)count;", call + ";", "return 0;")
                            : List.of(
                                    "(void)arguments; (void)count;",
                                    "return " + words.toWord(function.result(), call) + ";"));
            table.add("    {" + PrintCall.quoted(name) + ", " + caller + "},");
        }
        if (table.isEmpty()) table.add("    {0, 0},");
        file.add("const struct moirai_function moirai_functions[] = {");
        file.addAll(table);
        file.add("};");
        file.add("const unsigned moirai_function_count = "
                + expressions.functions().size() + ";");
    }
}
