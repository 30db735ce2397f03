package dev.moirai.jvm.runtime;

/** Names of classes as people write them. */
final class ShownNames {
    private ShownNames() {}

    /** Without the package, and without what compilers add: {@code Account}, {@code Bank.Teller}. */
    static String simple(String name) {
        String own = name.substring(name.lastIndexOf('.') + 1);
        int lambda = own.indexOf("$$Lambda");
        if (lambda >= 0) own = own.substring(0, lambda) + ".lambda";
        return own.replace('$', '.');
    }

    /** What an array's class holds: {@code [I} holds {@code int}, {@code [[I} holds {@code int[]}. */
    static String element(String name) {
        String rest = name.substring(1);
        return switch (rest.charAt(0)) {
            case '[' -> element(rest) + "[]";
            case 'L' -> simple(rest.substring(1, rest.length() - 1));
            case 'Z' -> "boolean";
            case 'B' -> "byte";
            case 'C' -> "char";
            case 'S' -> "short";
            case 'I' -> "int";
            case 'J' -> "long";
            case 'F' -> "float";
            case 'D' -> "double";
            default -> rest;
        };
    }
}
