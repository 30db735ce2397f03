package dev.moirai.solve;

/** A solver inside this process that is given SMT-LIB commands: for sorts that {@code logic} does not have. */
public interface SmtSession extends AutoCloseable {
    /** Everything the commands print; {@code unknown} is the answer to whatever the limit cut off. */
    String execute(String commands, Limit limit);

    @Override
    void close();
}
