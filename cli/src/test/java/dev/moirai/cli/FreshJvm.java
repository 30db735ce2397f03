package dev.moirai.cli;

import java.util.ArrayList;
import java.util.List;

/** Makes the command line that starts a main class in a virtual machine of its own, as the launcher does. */
final class FreshJvm {
    private FreshJvm() {}

    static List<String> running(Class<?> main, String... arguments) {
        var words = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xss64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dstdout.encoding=UTF-8",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        words.addAll(List.of(arguments));
        return words;
    }
}
