/** Two people meet in a narrow corridor, and give way to each other for ever. */
final class Polite {
    private static volatile boolean anna;
    private static volatile boolean bert;

    private Polite() {}

    public static void main(String[] args) throws InterruptedException {
        var other = new Thread(
                () -> {
                    bert = true;
                    while (anna) {
                        bert = false;
                        Thread.yield();
                        bert = true;
                    }
                    bert = false;
                },
                "bert");
        other.start();
        anna = true;
        while (bert) {
            anna = false;
            Thread.yield();
            anna = true;
        }
        anna = false;
        other.join();
    }
}
