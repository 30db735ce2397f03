package dev.moirai.analysis;

import dev.moirai.ir.Access;
import dev.moirai.ir.Definedness;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Pass;
import dev.moirai.ir.Placing;
import dev.moirai.ir.Program;
import dev.moirai.ir.Rewrite;
import dev.moirai.ir.Source;
import dev.moirai.ir.TransactionMark;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Replaces calls of library functions that are written in bundled C by the functions' instructions, each of which gets
 * the source place of the call. So a race or a bad access inside {@code strcpy} is the caller's, in the caller's file,
 * for every engine; and what a pointer may point to there is known call by call. Calls through pointers and marks of
 * transactions stay calls, and so do calls of functions that call themselves or the outside world, and of long ones: a
 * program with a hundred calls of {@code fprintf} shall not hold it a hundred times.
 */
public final class LibraryCalls implements Pass {
    @Override
    public String name() {
        return "library-calls";
    }

    @Override
    public Program apply(Program program) {
        return new Replacing(program).run();
    }

    /** A function with more instructions than this is long. */
    private static final int LONG = 600;

    private static final class Replacing {
        private final Program program;
        private final Map<String, Function> done = new HashMap<>();
        private final Set<String> underWay = new HashSet<>();

        Replacing(Program program) {
            this.program = program;
        }

        Program run() {
            return program.mapFunctions(this::of);
        }

        private Function of(Function function) {
            Function known = done.get(function.name());
            if (known != null) return known;
            underWay.add(function.name());
            Function result = withoutCalls(function);
            underWay.remove(function.name());
            done.put(function.name(), result);
            return result;
        }

        private Function withoutCalls(Function function) {
            var writing = new Caller(function);
            boolean changed = false;
            for (Instr instr : function.body()) {
                Optional<Function> callee =
                        instr instanceof Instr.Call call ? replaceable(call).map(this::of) : Optional.empty();
                callee = callee.filter(body -> body.body().size() <= LONG);
                if (callee.isPresent()) {
                    writing.insert((Instr.Call) instr, callee.get());
                    changed = true;
                } else {
                    writing.body.add(instr);
                }
            }
            return changed ? writing.finish() : function;
        }

        private Optional<Function> replaceable(Instr.Call call) {
            if (!(call.callee() instanceof Expr.FunctionAddress(var name))) return Optional.empty();
            if (TransactionMark.of(call).isPresent()) return Optional.empty();
            return Optional.ofNullable(program.functions().get(name))
                    .filter(callee -> callee.author() == Function.Author.LIBRARY
                            && callee.parameters().size() == call.arguments().size()
                            && !underWay.contains(name)
                            && !isOutside(callee));
        }
    }

    /**
     * Whether the function stands for one of the real world: a native run calls that one with this function's
     * parameters.
     */
    private static boolean isOutside(Function function) {
        return function.body().stream()
                .anyMatch(instr -> instr instanceof Instr.Nondet(var _, Source.RealCall _, var _));
    }

    /** A function while library functions are inserted into it. */
    private static final class Caller {
        private final Function function;
        private final List<Instr> body = new ArrayList<>();
        private final List<Local> locals;
        private final Map<String, String> libraryLoops;
        private int insertions;

        Caller(Function function) {
            this.function = function;
            locals = new ArrayList<>(function.locals());
            libraryLoops = new HashMap<>(function.libraryLoops());
        }

        Function finish() {
            return function.with(locals, body, libraryLoops);
        }

        void insert(Instr.Call call, Function callee) {
            new Insertion(call, callee, callee.name() + "~" + ++insertions + ".").write();
        }

        /** The insertion of one call; locals and labels get names of their own. */
        private final class Insertion {
            private final Instr.Call call;
            private final Function callee;
            private final String prefix;
            private final SourceSpan span;
            private final Map<Local, Local> renamed = new LinkedHashMap<>();
            private boolean returns;

            Insertion(Instr.Call call, Function callee, String prefix) {
                this.call = call;
                this.callee = callee;
                this.prefix = prefix;
                span = call.span();
                for (Local local : callee.locals()) renamed.put(local, renamed(local));
                locals.addAll(renamed.values());
            }

            private Local renamed(Local local) {
                return local.prefixed(prefix);
            }

            void write() {
                for (int i = 0; i < callee.parameters().size(); i++) {
                    Local parameter = own(callee.parameters().get(i));
                    Expr argument = call.arguments().get(i);
                    boolean same = argument.type().equals(parameter.type());
                    body.add(new Instr.Assign(
                            parameter, same ? argument : new Expr.Cast(parameter.type(), argument), span));
                }
                callee.body().forEach(this::add);
                if (!returns) return;
                body.add(new Instr.Label(prefix + "%end", span));
                for (Local object : objectsOfTheCall()) {
                    body.add(new Instr.Free(own(object), Instr.Region.STACK, Access.PLAIN, span));
                }
            }

            /** The objects that end with the call; they must exist from its beginning. */
            private List<Local> objectsOfTheCall() {
                var objects = new ArrayList<Local>();
                for (Instr instr : callee.body()) {
                    if (instr instanceof Instr.Alloc alloc && alloc.region() == Instr.Region.STACK) {
                        objects.add(alloc.into());
                    }
                }
                for (Instr instr : callee.body()) {
                    if (instr instanceof Instr.Free(Local object, var region, var _, var _)
                            && region == Instr.Region.STACK) {
                        objects.remove(object);
                    }
                }
                return objects.reversed();
            }

            private void add(Instr instr) {
                switch (instr) {
                    case Instr.Label(var name, var _) -> {
                        libraryLoops.put(prefix + name, callee.name());
                        body.add(new Instr.Label(prefix + name, span));
                    }
                    case Instr.Goto(var target, var _) -> body.add(new Instr.Goto(prefix + target, span));
                    case Instr.Branch(var condition, var whenTrue, var whenFalse, var _) ->
                        body.add(new Instr.Branch(own(condition), prefix + whenTrue, prefix + whenFalse, span));
                    case Instr.Return(var value, var _) -> giveBack(value.map(this::own));
                    default -> body.add(Placing.at(Rewrite.operands(instr, this::own, this::own), span));
                }
            }

            private void giveBack(Optional<Expr> value) {
                returns = true;
                if (value.isPresent() && call.into().isPresent()) {
                    body.add(new Instr.Assign(call.into().get(), value.get(), span));
                } else if (value.isPresent() && Definedness.mayFail(value.get())) {
                    var unread = new Local("%" + prefix + "unread", value.get().type());
                    if (!locals.contains(unread)) locals.add(unread);
                    body.add(new Instr.Assign(unread, value.get(), span));
                }
                body.add(new Instr.Goto(prefix + "%end", span));
            }

            private Expr own(Expr expr) {
                return expr instanceof Local local ? own(local) : Rewrite.children(expr, this::own);
            }

            private Local own(Local local) {
                Local own = renamed.get(local);
                if (own == null) throw new IllegalStateException(callee.name() + " has no local " + local);
                return own;
            }
        }
    }
}
