package dev.moirai.emit;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Program;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The head of a sequential C file: the definitions of its dialect, types, globals and their initial values. */
final class FileHead {
    private static final List<Type> SCALARS = List.of(
            new Type.Int(8, true),
            new Type.Int(8, false),
            new Type.Int(16, true),
            new Type.Int(16, false),
            new Type.Int(32, true),
            new Type.Int(32, false),
            new Type.Int(64, true),
            new Type.Int(64, false),
            new Type.Float(32),
            new Type.Float(64),
            Type.VOID_POINTER);

    /** Warnings about code that is odd for people but normal for generated C. */
    static final List<String> SILENCED = List.of(
            "unused",
            "unused-variable",
            "unused-but-set-variable",
            "unused-function",
            "unused-label",
            "address",
            "bool-compare",
            "bool-operation",
            "int-in-bool-context",
            "logical-not-parentheses",
            "tautological-compare",
            "builtin-declaration-mismatch");

    private final Program source;
    private final Map<String, Global> globals;
    private final CTypes types;
    private final CExpressions expressions;
    private final Dialect dialect;

    FileHead(Program source, Map<String, Global> globals, CTypes types, CExpressions expressions, Dialect dialect) {
        this.source = source;
        this.globals = globals;
        this.types = types;
        this.expressions = expressions;
        this.dialect = dialect;
    }

    /**
     * Written after all code, because it declares only what the code mentions.
     *
     * @param what the file is, after the name of the source
     * @param words further definitions, after those of the dialect
     */
    List<String> write(String what, List<String> words) {
        var file = new ArrayList<String>();
        String model = source.model().pointerBytes() == 4 ? " -m32" : "";
        file.add("/* " + CStatements.comment(source.file()) + " " + what + ".");
        file.add("   Signed arithmetic wraps here: compile with gcc -fwrapv -fno-strict-aliasing" + model + ". */");
        for (String warning : SILENCED) file.add("#pragma GCC diagnostic ignored \"-W" + warning + "\"");
        file.add("");
        file.add("void *malloc(__SIZE_TYPE__);");
        file.add("void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);");
        file.add("void *realloc(void *, __SIZE_TYPE__);");
        file.add("void free(void *);");
        if (dialect != Dialect.GCC) {
            for (Type type : SCALARS) file.add(types.declare(type, CStatements.nondetFunction(type)) + "(void);");
        }
        file.add("");
        dialect.prelude().lines().forEach(file::add);
        file.add("#ifdef MOIRAI_UNWINDING_ASSERTIONS");
        file.add("#define CUT(what) do { ASSERT(0, \"bound reached: \" what); ASSUME(0); } while (0)");
        file.add("#else");
        file.add("#define CUT(what) ASSUME(0)");
        file.add("#endif");
        file.add("#ifdef MOIRAI_UNKNOWN_ASSERTIONS");
        file.add("#define UNKNOWN(what) do { ASSERT(0, \"unknown: \" what); ASSUME(0); } while (0)");
        file.add("#else");
        file.add("#define UNKNOWN(what) ASSUME(0)");
        file.add("#endif");
        file.add("");
        file.addAll(words);
        file.addAll(types.definitions());
        file.add("");
        Set<String> functions = new TreeSet<>(expressions.functions());
        var initial = new ArrayList<String>();
        var declared = new ArrayList<String>();
        for (Global global : globals.values()) declare(global, declared, initial);
        functions.addAll(expressions.functions());
        for (String function : functions) file.add("static char " + CExpressions.functionObject(function) + ";");
        file.addAll(declared);
        file.add("");
        file.add("static void moirai_initial(void) {");
        file.addAll(initial);
        file.add("}");
        file.add("");
        return file;
    }

    private void declare(Global global, List<String> declared, List<String> initial) {
        String name = expressions.global(global.name());
        declared.add("static " + types.declare(global.type(), name) + ";" + remark(global.span()));
        for (Global.Initial value : global.initial()) {
            Expr address = new Expr.GlobalAddress(global.name(), new Type.Pointer(global.type()));
            String place = value.offset() == 0
                    ? expressions.place(address, value.value().type(), _ -> "")
                    : types.at(
                            "((char *)&" + name + " + " + value.offset() + ")",
                            value.value().type());
            initial.add("    " + place + " = " + expressions.of(value.value(), _ -> "") + ";");
        }
    }

    private static String remark(SourceSpan span) {
        return span.line() == 0 ? "" : " /* " + CStatements.comment(span.file()) + ":" + span.line() + " */";
    }
}
