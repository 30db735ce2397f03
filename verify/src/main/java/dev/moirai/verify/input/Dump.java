package dev.moirai.verify.input;

import java.util.function.Consumer;

/** The user's request to print the program as it is after the pass of that name. */
public record Dump(String pass, Consumer<String> out) {
    public static final Dump NOTHING = new Dump("", _ -> {});
}
