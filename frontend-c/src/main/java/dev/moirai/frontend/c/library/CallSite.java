package dev.moirai.frontend.c.library;

import dev.moirai.ir.Access;
import dev.moirai.ir.DataModel;
import dev.moirai.ir.Expr;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Local;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import dev.moirai.source.InputException;
import dev.moirai.source.SourceSpan;
import java.util.List;
import java.util.Optional;

/**
 * A call of a library function, as its {@link FunctionModel} sees it: the evaluated arguments, and methods to emit
 * instructions.
 */
public interface CallSite {
    String function();

    SourceSpan span();

    int argumentCount();

    /** The argument's value after C's default conversions; arrays and functions have become pointers. */
    Expr argument(int index);

    /** The argument converted to {@code type}, as by a prototype. */
    Expr argument(int index, Type type);

    /**
     * The argument converted to what the argument {@code pointer} points to. The front end, which tells C's {@code
     * _Bool} from a byte, converts as C does.
     */
    default Expr argumentFor(int pointer, int index) {
        return argument(index, Pen.pointee(argument(pointer)));
    }

    /** The text of an argument that is a string literal (or an array initialised by one). */
    Optional<String> literal(int index);

    /** Whether the argument is surely a text that nobody can change: who reads it need not be seen doing so. */
    default boolean isFixedText(int index) {
        return literal(index).isPresent();
    }

    DataModel model();

    Sizes sizes();

    LibraryOptions options();

    /** A new temporary. */
    Local fresh(Type type);

    String freshLabel(String hint);

    /** A label for the head of a loop that the user did not write. */
    String loopLabel(String hint);

    void emit(Instr instr);

    /** Emits a load and returns the loaded temporary. */
    Expr load(Expr address, Type type, Access access);

    Expr convert(Expr value, Type type);

    /**
     * Calls a function of a bundled C file (one that {@link Library#cSource} knows), its arguments converted as by its
     * prototype, and returns its value, if it has one.
     */
    Optional<Expr> invoke(String function, List<Expr> arguments);

    /** The arguments from this one on as a {@code va_list}. */
    Expr list(int first);

    /** What {@code stdin}, {@code stdout} or {@code stderr} holds. */
    default Expr standardStream(String name) {
        return StandardStreams.original(name);
    }

    /** Whether the call stands in the user's program, not in bundled C. */
    default boolean isUsers() {
        return true;
    }

    /** Whether the program calls {@code pthread_cancel}. */
    default boolean cancelsThreads() {
        return false;
    }

    /** Whether threads of the program block signals. */
    default boolean masksSignals() {
        return false;
    }

    /** Whether the program calls {@code open_memstream}. */
    default boolean opensMemory() {
        return false;
    }

    /** Whether the program asks for the names of its threads. */
    default boolean namesThreads() {
        return false;
    }

    /**
     * Notes in the buffer that this call may return again, and is 0, or what a jump brings.
     *
     * @param buffer where the buffer of {@code setjmp} is
     */
    default Expr returnPoint(Expr buffer) {
        throw error(function() + " cannot be called here", "");
    }

    /** What the result will point to, where the caller knows: {@code (struct node *) malloc(n)}. */
    default Optional<Type> pointee() {
        return Optional.empty();
    }

    /** Whether the program uses the call's value; if not, a model need not choose one. */
    default boolean resultUsed() {
        return true;
    }

    /** Whether the program may notice a failure of the call: it uses its value, or looks at {@code errno} somewhere. */
    default boolean failureNoticed() {
        return true;
    }

    /** The result type of the call as the program declares it, if it does. */
    Optional<Type> declaredResult();

    /** An exception to throw: an error at this call, as a compiler would give it. */
    InputException error(String message, String hint);
}
