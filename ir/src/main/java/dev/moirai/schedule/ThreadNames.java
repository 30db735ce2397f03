package dev.moirai.schedule;

/** What threads are called: the first thread that a function starts by the function's name, the second {@code worker#2}. */
public final class ThreadNames {
    private static final String NUMBER = "#";

    private ThreadNames() {}

    /** @param count 1 for the first thread of this function, 2 for the second */
    public static String name(String function, int count) {
        return count == 1 ? function : function + NUMBER + count;
    }

    /** The function that a thread of this name runs. */
    public static String function(String thread) {
        int number = thread.lastIndexOf(NUMBER);
        return number < 0 ? thread : thread.substring(0, number);
    }

    /** Whether a thread can have this name, if it runs that function. */
    public static boolean isPossible(String thread) {
        int number = thread.lastIndexOf(NUMBER);
        return number < 0 || thread.substring(number + 1).matches("[2-9]|[1-9][0-9]+");
    }
}
