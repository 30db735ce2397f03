package dev.moirai.frontend.c.library;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import java.util.Optional;

/**
 * The machine around the program, an ordinary one with two processors and no environment variables; and random numbers.
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
                    case "getuid", "getgid", "geteuid", "getegid" -> _ -> Optional.of(Expr.constant(Type.U32, 1000));
                    case "getpagesize" -> _ -> Optional.of(Pen.number(PAGE));
                    case "sched_get_priority_max" -> _ -> Optional.of(Pen.number(99));
                    case "sched_get_priority_min" -> _ -> Optional.of(Pen.number(1));
                    case "isatty" -> _ -> Pen.zero();
                    case "sysconf" -> Environment::configuration;
                    case "getenv", "secure_getenv" -> _ -> Optional.of(Pen.nothing());
                    case "get_nprocs", "get_nprocs_conf" -> _ -> Optional.of(Pen.number(2));
                    case "rand" -> site -> Optional.of(number(site, Type.I32));
                    case "rand_r" ->
                        site -> {
                            new Pen(site).store(site.argument(0), new Pen(site).any(Type.U32));
                            return Optional.of(number(site, Type.I32));
                        };
                    case "random", "lrand48" -> site -> Optional.of(number(site, new Pen(site).longType()));
                    case "srand", "srandom", "srand48" -> _ -> Pen.none();
                    default -> null;
                });
    }

    /** A number from 0 to {@code RAND_MAX}. */
    private static Expr number(CallSite site, Type type) {
        return new Expr.Cast(type, new Pen(site).any(new Type.Int(31, false)));
    }

    /** The thread's number; in the main thread the process's number, as on Linux. */
    private static Optional<Expr> threadNumber(CallSite site) {
        Expr self = ThreadFunctions.self(site).orElseThrow();
        return Optional.of(Pen.binary(Expr.BinaryOp.ADD, site.convert(self, Type.I32), Pen.number(1000)));
    }

    private static Optional<Expr> configuration(CallSite site) {
        long name = Pen.constant(site.argument(0)).orElse(-1);
        long value = switch ((int) name) {
            case 2 -> 100; // _SC_CLK_TCK
            case 30 -> PAGE; // _SC_PAGESIZE
            case 83, 84 -> 2; // _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN
            default ->
                throw site.error(
                        "sysconf is known for the page size, the clock tick and the number of processors only",
                        "replace the call by the number the program shall see");
        };
        return Optional.of(Expr.constant(new Pen(site).longType(), value));
    }
}
