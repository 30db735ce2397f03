package dev.moirai.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Lets the resident process use the time in which nobody asks: it checks a small program of ours again and again, until the
 * virtual machine has compiled what a check runs through. Without that, some sixty commands go by before a small one costs
 * what it could. One short command at a time, and none while somebody asks or has just asked.
 */
final class WarmUp {
    /** So many rounds, and a small command hardly gets quicker. */
    static final int ENOUGH = 25;

    private static final long PAUSE_MILLIS = 100;

    private static final List<List<String>> QUESTIONS = List.of(
            List.of(),
            List.of("-DFAILING"),
            List.of("--engine", "order", "--unwind", "2"),
            List.of("--engine", "lazy", "--unwind", "2", "--rounds", "2", "-DFAILING"));

    private final Semaphore place;
    private final int rounds;
    private final AtomicBoolean hasBegun = new AtomicBoolean();

    /** @param place whoever does a command holds it */
    WarmUp(Semaphore place, int rounds) {
        this.place = place;
        this.rounds = rounds;
    }

    /** To be called when a command has been answered; the first time, the warm-up begins. */
    void begin() {
        if (hasBegun.getAndSet(true)) return;
        Thread.ofPlatform()
                .daemon()
                .name("resident-warm-up")
                .stackSize(1L << 26)
                .start(() -> {
                    try {
                        Training.laidOut("warm-up.c", this::ask);
                    } catch (IOException | UncheckedIOException e) {
                        // Nowhere to lay the program down: then commands get quicker only as they come.
                    }
                });
    }

    private void ask(String program) {
        try {
            for (int round = 0; round < rounds; round++) {
                for (List<String> question : QUESTIONS) {
                    waitForMyTurn();
                    try {
                        Training.moirai(command(program, question));
                    } finally {
                        place.release();
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String[] command(String program, List<String> question) {
        var words = new ArrayList<>(List.of("check", program, "--quiet", "--time", "2s"));
        words.addAll(question);
        return words.toArray(String[]::new);
    }

    /** Takes the place when nobody has it and nobody waits for it. */
    private void waitForMyTurn() throws InterruptedException {
        while (place.hasQueuedThreads() || !place.tryAcquire()) TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
}
