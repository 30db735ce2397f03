package dev.moirai.cluster;

import java.util.List;

/** What nodes and those who ask say to each other, once they know that they may. */
sealed interface Message {
    // ---- from those who ask ------------------------------------------------------------------------------------

    /** Are you there? */
    record Ping() implements Message {}

    /** What some questions have in common, kept under a number until it is forgotten. */
    record Shared(int number, int kind, byte[] bytes) implements Message {}

    record Forget(int number) implements Message {}

    /**
     * @param shared the number of what the question refers to, or -1
     * @param millis the time there is for it
     */
    record Ask(long task, int kind, int shared, long millis, byte[] question) implements Message {}

    /** Nobody wants the answer any more. */
    record Cancel(long task) implements Message {}

    // ---- from nodes --------------------------------------------------------------------------------------------

    /** @param places how many questions the node works on at a time */
    record Here(int places, List<Member> members) implements Message {}

    record Answered(long task, byte[] answer) implements Message {}

    /** The question has no answer here, for an error. */
    record Failed(long task, String error) implements Message {}

    /** The node ends; what it has not answered it will not answer. */
    record Leaving() implements Message {}

    // ---- between nodes -----------------------------------------------------------------------------------------

    /** Who there is, as far as the sender has heard; the sender is the first. */
    record Heard(List<Member> members) implements Message {}

    /** @param age how many milliseconds ago it was last heard of */
    record Member(String host, int port, long age) {
        Address address() {
            return new Address(host, port);
        }
    }
}
