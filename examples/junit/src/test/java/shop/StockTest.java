package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.moirai.junit.MoiraiTest;
import org.junit.jupiter.api.BeforeEach;

/** Two customers, one thing left. The first test fails under one of its schedules, whose interleaving is its message. */
class StockTest {
    private Stock stock;

    @BeforeEach
    void fill() {
        stock = new Stock(1);
    }

    @MoiraiTest
    void oneThingIsSoldOnce() throws InterruptedException {
        bothTake(() -> stock.takeCarelessly());
        assertEquals(0, stock.left());
    }

    @MoiraiTest(runs = 4)
    void whoTakesCarefullyIsSafe() throws InterruptedException {
        bothTake(() -> stock.takeCarefully());
        assertEquals(0, stock.left());
    }

    private static void bothTake(Runnable taking) throws InterruptedException {
        var one = new Thread(taking, "one");
        var other = new Thread(taking, "other");
        one.start();
        other.start();
        one.join();
        other.join();
    }
}
