package shop;

/** A counter of things that are there. */
final class Stock {
    private int left;

    Stock(int left) {
        this.left = left;
    }

    /** Wrong: between the question and the answer another may have taken the last one. */
    boolean takeCarelessly() {
        if (left() == 0) return false;
        take();
        return true;
    }

    synchronized boolean takeCarefully() {
        if (left == 0) return false;
        take();
        return true;
    }

    synchronized int left() {
        return left;
    }

    private synchronized void take() {
        left--;
    }
}
