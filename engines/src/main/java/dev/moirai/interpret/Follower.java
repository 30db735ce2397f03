package dev.moirai.interpret;

/**
 * Sees every instruction, invisible ones too, just before and just after it is executed. An instruction that halts the
 * run (a failed assertion, a fault) is only seen before it is executed.
 */
public interface Follower extends Observer {
    void before(Moment moment);

    void after(Moment moment);
}
