package dev.moirai.interpret;

import dev.moirai.ir.Errno;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Instr.Patience;
import dev.moirai.ir.Sync;
import dev.moirai.property.Violation;
import dev.moirai.schedule.Remark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Operations on conditions and barriers. That a thread waits is part of its own state, so a signal that no thread waits
 * for is lost.
 */
final class WaitOps {
    private WaitOps() {}

    static final class Wait extends Op {
        private final int result;
        private final Node condition;
        private final Node mutex;

        Wait(Instr.Wait instr, int result, Node condition, Node mutex) {
            super(instr);
            this.result = result;
            this.condition = condition;
            this.mutex = mutex;
        }

        @Override
        int execute(Execution x, int pc) {
            var cond = new SyncObject(x, condition.eval(x), Sync.CONDITION);
            var lock = new SyncObject(x, mutex.eval(x), Sync.MUTEX);
            x.set(result, begin(x, cond, lock));
            return pc + 1;
        }

        private static int begin(Execution x, SyncObject cond, SyncObject lock) {
            int unusable = cond.check("wait on");
            if (unusable == 0) unusable = lock.check("wait with");
            if (unusable != 0) return unusable;
            if (!lock.isMine()) {
                String holder = lock.owner() == 0 ? "is not locked" : "is held by " + lock.threadName(lock.owner());
                return lock.misuse(
                        "wait on " + cond.name() + " with " + lock.name() + ", which " + holder, Errno.EPERM);
            }
            LockOps.unlock(x, lock);
            x.thread().parkedOn = cond.address();
            x.thread().woken = false;
            return 0;
        }

        @Override
        List<Touch> touches(Execution x) {
            var all = new ArrayList<>(new SyncObject(x, condition.eval(x), Sync.CONDITION).touch());
            all.addAll(new SyncObject(x, mutex.eval(x), Sync.MUTEX).touch());
            return all;
        }
    }

    static final class Awake extends Op {
        private final int result;
        private final Node object;
        private final Sync kind;
        private final boolean timed;
        private final boolean spurious;
        private final Choice choice;

        Awake(Instr.Awake instr, int result, Node object) {
            super(instr);
            this.result = result;
            this.object = object;
            this.kind = instr.kind();
            this.timed = instr.patience() == Patience.TIMED;
            this.spurious = instr.wakeup() == Instr.Wakeup.SPURIOUS;
            this.choice = new Choice.EndOfWait(instr);
        }

        @Override
        Readiness readiness(Execution x) {
            ThreadState thread = x.thread();
            if (thread.parkedOn == 0 || thread.woken || timed) return Readiness.READY;
            return spurious ? Readiness.SPURIOUS : Readiness.BLOCKED;
        }

        @Override
        String waitsFor(Execution x) {
            var waitedOn = new SyncObject(x, object.eval(x), kind);
            if (kind == Sync.BARRIER) {
                return "at " + waitedOn.name() + " with " + waitedOn.word(Sync.COUNT) + " of "
                        + waitedOn.word(Sync.NEEDED) + " arrived";
            }
            return "for a signal on " + waitedOn.name();
        }

        @Override
        Optional<Violation.Awaited> awaited(Execution x) {
            return kind == Sync.BARRIER ? Optional.empty() : Optional.of(new Violation.Awaited.Signal());
        }

        @Override
        int execute(Execution x, int pc) {
            ThreadState thread = x.thread();
            boolean waiting = thread.parkedOn != 0 && !thread.woken;
            boolean timedOut = waiting && timed && !(spurious && x.choose(choice) == Choice.EndOfWait.SPURIOUS);
            if (waiting) {
                x.observer().remark(new Remark(timedOut ? Remark.Kind.TIMED_OUT : Remark.Kind.WOKEN_SPURIOUSLY));
            } else if (thread.woken) {
                x.observer().wokenBySomebody(thread.number);
            }
            thread.parkedOn = 0;
            thread.woken = false;
            x.set(result, timedOut ? Errno.ETIMEDOUT : 0);
            return pc + 1;
        }

        @Override
        List<Touch> touches(Execution x) {
            return new SyncObject(x, object.eval(x), kind).touch();
        }
    }

    static final class Signal extends Op {
        private final Node condition;
        private final boolean all;

        Signal(Instr.Signal instr, Node condition) {
            super(instr);
            this.condition = condition;
            this.all = instr.wake() == Instr.Wake.ALL;
        }

        @Override
        int execute(Execution x, int pc) {
            var cond = new SyncObject(x, condition.eval(x), Sync.CONDITION);
            if (cond.check(all ? "broadcast on" : "signal on") != 0) return pc + 1;
            List<Integer> waiters = cond.waiters();
            if (!all && waiters.size() > 1) {
                long chosen = x.choose(new Choice.WhoIsWoken(waiters, "who is woken by " + cond.name(), instr));
                waiters = List.of(waiters.get((int) chosen));
            }
            waiters.forEach(cond::wake);
            x.observer().woke(waiters);
            return pc + 1;
        }

        @Override
        List<Touch> touches(Execution x) {
            return new SyncObject(x, condition.eval(x), Sync.CONDITION).touch();
        }
    }

    static final class Arrive extends Op {
        private final int result;
        private final Node barrier;

        Arrive(Instr.Arrive instr, int result, Node barrier) {
            super(instr);
            this.result = result;
            this.barrier = barrier;
        }

        @Override
        int execute(Execution x, int pc) {
            var meeting = new SyncObject(x, barrier.eval(x), Sync.BARRIER);
            x.set(result, arrive(x, meeting));
            return pc + 1;
        }

        private static int arrive(Execution x, SyncObject meeting) {
            int unusable = meeting.check("wait at");
            if (unusable != 0) return unusable;
            int arrived = meeting.word(Sync.COUNT) + 1;
            if (arrived < meeting.word(Sync.NEEDED)) {
                meeting.setWord(Sync.COUNT, arrived);
                x.sawChange(meeting.address(), arrived + " of " + meeting.word(Sync.NEEDED) + " arrived");
                x.thread().parkedOn = meeting.address();
                x.thread().woken = false;
                return 0;
            }
            meeting.setWord(Sync.COUNT, 0);
            List<Integer> waiters = meeting.waiters();
            waiters.forEach(meeting::wake);
            if (!waiters.isEmpty()) x.observer().woke(waiters);
            x.sawChange(meeting.address(), "all arrived");
            return -1;
        }

        @Override
        List<Touch> touches(Execution x) {
            return new SyncObject(x, barrier.eval(x), Sync.BARRIER).touch();
        }
    }
}
