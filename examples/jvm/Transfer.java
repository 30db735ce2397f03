/** Money goes both ways at once: each side locks its own account first, so the two may wait for each other for ever. */
final class Transfer {
    static final class Account {
        private int balance = 100;

        void give(Account other, int amount) {
            synchronized (this) {
                synchronized (other) {
                    balance -= amount;
                    other.balance += amount;
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        var mine = new Account();
        var yours = new Account();
        var there = new Thread(() -> mine.give(yours, 10), "there");
        var back = new Thread(() -> yours.give(mine, 10), "back");
        there.start();
        back.start();
        there.join();
        back.join();
        System.out.println(mine.balance + " " + yours.balance);
    }
}
