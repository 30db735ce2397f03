package dev.moirai.interpret;

/**
 * Sees every instruction, invisible ones too, just before and just after it is executed. What halts the run (a failed
 * assertion, a fault) is seen before it only.
 */
public interface Follower extends Observer {
    void before(Moment moment);

    void after(Moment moment);
}
