package dev.moirai.programs;

/** Two monitors, taken in opposite orders. */
final class Crossed {
    private Crossed() {}

    public static void main(String[] args) throws InterruptedException {
        var one = new Object();
        var other = new Object();
        var thread = new Thread(() -> both(other, one), "crossing");
        thread.start();
        both(one, other);
        thread.join();
    }

    private static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                Thread.onSpinWait();
            }
        }
    }
}
