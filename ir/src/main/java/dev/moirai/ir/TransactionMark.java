package dev.moirai.ir;

import java.util.Optional;

/** A call that a program makes only to say where a transaction of its own begins or ends. */
public enum TransactionMark {
    BEGIN("__moirai_transaction_begin"),
    END("__moirai_transaction_end");

    private final String function;

    TransactionMark(String function) {
        this.function = function;
    }

    /** The function whose calls are this mark. */
    public String function() {
        return function;
    }

    /** The mark that the instruction is, if it is one. */
    public static Optional<TransactionMark> of(Instr instr) {
        if (!(instr instanceof Instr.Call call)) return Optional.empty();
        if (!(call.callee() instanceof Expr.FunctionAddress(var name))) return Optional.empty();
        if (name.equals(BEGIN.function)) return Optional.of(BEGIN);
        return name.equals(END.function) ? Optional.of(END) : Optional.empty();
    }
}
