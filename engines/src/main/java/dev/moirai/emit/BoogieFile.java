package dev.moirai.emit;

import dev.moirai.bound.BoundedProgram;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Type;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A Boogie file around code: types, functions, variables, and what memory holds at the start. */
final class BoogieFile {
    private final BoundedProgram bounded;
    final BoogieNames names = new BoogieNames();
    final BoogieTypes types = new BoogieTypes(names);
    final BoogieExpressions expressions;
    /** Variables that stand for no memory: locals of threads, counters. */
    private final Map<String, String> variables = new LinkedHashMap<>();

    /** Locals are set before they are read, but that takes a solver to see. */
    private final List<String> zeros = new ArrayList<>();

    BoogieFile(BoundedProgram bounded) {
        this.bounded = bounded;
        expressions = new BoogieExpressions(bounded.source(), bounded.globals(), types, names);
    }

    void variable(String name, String type) {
        variables.put(name, type);
    }

    void locals(List<Local> locals, BoogieStatements statements, SourceSpan span) {
        for (Local local : locals) {
            String name = statements.local(local);
            variables.put(name, types.of(local.type(), span));
            zeros.add(name + " := " + types.zero(local.type(), span) + ";");
        }
    }

    /** @param main statements of the entry procedure, behind those that set memory up */
    String write(String what, List<String> procedures, List<String> main) {
        List<String> initial = initial();
        var file = new ArrayList<String>();
        file.add("// " + bounded.source().file() + " as a sequential program: " + what);
        file.add("// written by Moirai");
        file.add("");
        types.declare(file);
        file.addAll(expressions.functions());
        file.add("");
        var all = new LinkedHashMap<>(expressions.memory());
        all.putAll(variables);
        all.forEach((name, type) -> file.add("var " + name + ": " + type + ";"));
        String modifies = all.isEmpty() ? "" : "modifies " + String.join(", ", all.keySet()) + ";";
        file.add("");
        for (String line : procedures) file.add(line.equals(MODIFIES) ? modifies : line);
        file.add("procedure {:entrypoint} main()");
        file.add(modifies);
        file.add("{");
        initial.forEach(line -> file.add("  " + line));
        zeros.forEach(line -> file.add("  " + line));
        main.forEach(line -> file.add("  " + line));
        file.add("}");
        return String.join("\n", file) + "\n";
    }

    /** Stands for the clause that names all variables, which are known only at the end. */
    static final String MODIFIES = "modifies *";

    /** What the memory that the code speaks of holds at the start. Free memory is free in Boogie as well. */
    private List<String> initial() {
        var code = new ArrayList<String>();
        var globals = new LinkedHashMap<String, Global>(bounded.source().globals());
        globals.putAll(bounded.globals());
        globals.values().forEach(global -> {
            if (global.contents() == Instr.Contents.FREE) return;
            var address = new Expr.GlobalAddress(global.name(), new Type.Pointer(global.type()));
            zero(address, global.type(), code);
            initialize(global, code);
        });
        return code;
    }

    private void zero(Expr address, Type type, List<String> code) {
        expressions.at(SourceSpan.NOWHERE, Local::name);
        if (type instanceof Type.Struct(var tag)) {
            var fields = bounded.source().layout(tag).fields();
            for (int i = 0; i < fields.size(); i++) {
                Type field = fields.get(i).type();
                zero(new Expr.Member(address, tag, i, new Type.Pointer(field)), field, code);
            }
            return;
        }
        if (!types.isPlain(type) || !expressions.isUsed(address)) return;
        code.add(expressions.whole(address) + " := " + types.zero(type, SourceSpan.NOWHERE) + ";");
    }

    private void initialize(Global global, List<String> code) {
        for (Global.Initial initial : global.initial()) {
            Leaves.at(bounded.source(), global, initial.offset()).ifPresent(address -> {
                if (expressions.isUsed(address))
                    code.add(expressions.place(address) + " := " + expressions.of(initial.value()) + ";");
            });
        }
    }
}
