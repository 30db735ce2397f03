import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The number of seats is atomic, but looking and taking are two steps: the last seat may be sold twice. */
final class Tickets {
    private static final AtomicInteger SEATS = new AtomicInteger(1);

    private static void sell() {
        if (SEATS.get() > 0) SEATS.decrementAndGet();
    }

    public static void main(String[] args) throws InterruptedException {
        try (var counters = Executors.newVirtualThreadPerTaskExecutor()) {
            counters.submit(Tickets::sell);
            counters.submit(Tickets::sell);
            counters.shutdown();
            counters.awaitTermination(1, TimeUnit.MINUTES);
        }
        if (SEATS.get() < 0) throw new IllegalStateException("sold twice");
    }
}
