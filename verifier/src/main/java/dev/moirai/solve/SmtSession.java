package dev.moirai.solve;

/** A solver that is spoken to in SMT-LIB, inside this process: for sorts that {@code logic} does not have. */
public interface SmtSession extends AutoCloseable {
    /** Everything the commands print; an answer {@code unknown} to whatever the limit cut off. */
    String execute(String commands, Limit limit);

    @Override
    void close();
}
