package dev.moirai.frontend.c;

import dev.moirai.ir.Global;
import java.util.List;

/** What a variable holds before the program starts. {@code end} is how many bytes its initialiser reaches. */
record InitialValues(List<Global.Initial> values, long end) {
    static final InitialValues ZERO = new InitialValues(List.of(), 0);
}
