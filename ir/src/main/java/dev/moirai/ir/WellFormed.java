package dev.moirai.ir;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Whether a program keeps the rules that the IR's types alone cannot enforce: names resolve, types agree, control does
 * not run off the end of a function. Pointers to different targets agree with each other: targets only inform readers.
 */
public final class WellFormed {
    /** At most so many complaints are listed: a broken pass breaks many places in the same way. */
    private static final int ENOUGH = 50;

    private WellFormed() {}

    /** Complaints, each one line; none for a well-formed program. */
    public static List<String> check(Program program) {
        var complaints = new ArrayList<String>();
        var exprs = new ExprRules(program);
        layouts(program, exprs, complaints);
        globals(program, exprs, complaints);
        entry(program, complaints);
        program.functions().forEach((name, function) -> {
            if (!name.equals(function.name())) {
                complaints.add("function " + function.name() + " is filed under " + name);
            }
            if (complaints.size() < ENOUGH) new FunctionRules(program, function, exprs, complaints).check();
        });
        return complaints.size() <= ENOUGH ? complaints : complaints.subList(0, ENOUGH);
    }

    private static void layouts(Program program, ExprRules exprs, List<String> complaints) {
        program.layouts().forEach((tag, layout) -> {
            String where = "layout " + tag + ": ";
            if (!tag.equals(layout.tag())) complaints.add(where + "calls itself " + layout.tag());
            for (Layout.Field field : layout.fields()) {
                exprs.sized(field.type()).ifPresent(why -> complaints.add(where + "field " + field.name() + why));
                if (field.offset() < 0 || field.offset() > layout.size()) {
                    complaints.add(where + "field " + field.name() + " lies outside");
                }
            }
        });
    }

    private static void globals(Program program, ExprRules exprs, List<String> complaints) {
        program.globals().forEach((name, global) -> {
            String where = "global " + name + ": ";
            if (!name.equals(global.name())) complaints.add(where + "calls itself " + global.name());
            var unsized = exprs.sized(global.type());
            unsized.ifPresent(why -> complaints.add(where + why));
            if (unsized.isPresent()) return;
            long size = program.sizes().of(global.type());
            if (global.contents() == Instr.Contents.FREE && !global.initial().isEmpty()) {
                complaints.add(where + "free, and initialised");
            }
            for (Global.Initial initial : global.initial()) {
                var locals = new HashSet<String>();
                Operands.forEachLocal(initial.value(), local -> locals.add(local.name()));
                if (!locals.isEmpty()) complaints.add(where + "initialised from locals " + locals);
                exprs.check(initial.value(), why -> complaints.add(where + why));
                if (!initial.value().type().isScalar()) {
                    complaints.add(
                            where + "initialised with a " + initial.value().type());
                } else if (initial.offset() < 0
                        || initial.offset() + program.sizes().of(initial.value().type()) > size) {
                    complaints.add(where + "initialised at offset " + initial.offset() + " of " + size + " bytes");
                }
            }
        });
    }

    private static void entry(Program program, List<String> complaints) {
        Function entry = program.functions().get(program.entry());
        if (entry == null) complaints.add("no entry function " + program.entry());
        else if (!entry.parameters().isEmpty()) complaints.add("entry function " + entry.name() + " takes parameters");
        program.threadEpilogue().ifPresent(name -> {
            Function epilogue = program.functions().get(name);
            if (epilogue == null) complaints.add("no thread epilogue " + name);
            else if (!epilogue.parameters().isEmpty()) complaints.add("thread epilogue " + name + " takes parameters");
        });
    }
}
