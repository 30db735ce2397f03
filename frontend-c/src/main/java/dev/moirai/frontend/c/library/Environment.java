package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Type;
import dev.moirai.property.CutReason;
import java.util.List;
import java.util.Optional;

/**
 * The machine around the program, an ordinary one with two processors.
 */
final class Environment {
    private static final int PAGE = 4096;

    private Environment() {}

    static Optional<FunctionModel> find(String function) {
        return Optional.<FunctionModel>ofNullable(
                switch (function) {
                    case "getpid" -> _ -> Optional.of(Pen.number(1000));
                    case "getppid" -> _ -> Optional.of(Pen.number(1));
                    case "gettid" -> Environment::threadNumber;
                    case "syscall" -> Environment::systemCall;
                    case "getuid", "getgid", "geteuid", "getegid" -> _ -> Optional.of(Expr.constant(Type.U32, 1000));
                    case "getpagesize" -> _ -> Optional.of(Pen.number(PAGE));
                    case "sched_get_priority_max" -> _ -> Optional.of(Pen.number(99));
                    case "sched_get_priority_min" -> _ -> Optional.of(Pen.number(1));
                    case "sysconf" -> Environment::configuration;
                    case "madvise",
                            "posix_madvise",
                            "mprotect",
                            "mlock",
                            "munlock",
                            "mlockall",
                            "munlockall",
                            "msync" -> _ -> Pen.zero();
                    case "get_nprocs", "get_nprocs_conf" -> _ -> Optional.of(Pen.number(2));
                    default -> null;
                });
    }

    /** The thread's number; in the main thread the process's number, as on Linux. */
    private static Optional<Expr> threadNumber(CallSite site) {
        Expr self = ThreadFunctions.self(site).orElseThrow();
        return Optional.of(Pen.binary(Expr.BinaryOp.ADD, site.convert(self, Type.I32), Pen.number(1000)));
    }

    /** Of system calls only {@code SYS_gettid}, for which older C libraries have no function; a run that comes to another ends there. */
    private static Optional<Expr> systemCall(CallSite site) {
        long gettid = site.model().pointerBytes() == 8 ? 186 : 224;
        if (Pen.constant(site.argument(0)).orElse(-1) == gettid) return threadNumber(site);
        var reason = new CutReason.Construct("a system call other than SYS_gettid", site.span());
        site.emit(new Instr.Cut(reason, site.span()));
        return Optional.of(Expr.constant(new Pen(site).longType(), 0));
    }

    /** The usual names need no call. */
    private static Optional<Expr> configuration(CallSite site) {
        int name = (int) Pen.constant(site.argument(0)).orElse(-1);
        long value = switch (name) {
            case 30 -> PAGE; // _SC_PAGESIZE
            case 83, 84 -> 2; // _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN
            default -> -1;
        };
        return value < 0
                ? site.invoke("__moirai_sysconf", List.of(site.argument(0)))
                : Optional.of(Expr.constant(new Pen(site).longType(), value));
    }
}
