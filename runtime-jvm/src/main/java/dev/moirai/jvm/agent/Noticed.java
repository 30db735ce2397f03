package dev.moirai.jvm.agent;

/** The classes of the JDK whose calls other threads may notice: a thread can be interrupted before such a call. */
final class Noticed {
    private static final String UTIL = "java/util/";

    private Noticed() {}

    static boolean isNoticed(String owner) {
        if (owner.startsWith("java/util/concurrent/")) return true;
        if (owner.startsWith(UTIL)) {
            boolean isOfUtilItself = owner.indexOf('/', UTIL.length()) < 0;
            return isOfUtilItself && !owner.equals("java/util/Objects") && !owner.startsWith("java/util/Optional");
        }
        return switch (owner) {
            case "java/lang/invoke/VarHandle", "java/lang/StringBuffer", "java/lang/StringBuilder" -> true;
            default -> false;
        };
    }
}
