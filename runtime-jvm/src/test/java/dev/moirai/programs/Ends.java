package dev.moirai.programs;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** Ends in the way that its argument names. */
final class Ends {
    private Ends() {}

    private static void read() {
        try {
            System.out.println(System.in.read());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        var never = new CountDownLatch(1);
        var daemon = new Thread(() -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        switch (args[0]) {
            case "exit" -> System.exit(7);
            case "daemon" -> {}
            case "idle" -> Executors.newFixedThreadPool(2).submit(() -> {}).get();
            case "throws" -> throw new IOException("no");
            case "handled" -> {
                Thread.setDefaultUncaughtExceptionHandler((thread, e) -> System.out.println("handled"));
                throw new IOException("no");
            }
            case "stuck" -> never.await();
            case "world" -> {
                var reader = new Thread(Ends::read);
                reader.setDaemon(true);
                reader.start();
                reader.join(1000);
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
    }
}
