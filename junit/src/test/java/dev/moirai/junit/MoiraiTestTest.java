package dev.moirai.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The example project of examples/junit, run by JUnit as a build tool runs it. */
class MoiraiTestTest {
    private static final Path WITNESS =
            Path.of("target", "surefire-reports", "shop.StockTest.oneThingIsSoldOnce.moirai.json");

    @TempDir
    static Path folder;

    private static Class<?> tests;

    @BeforeAll
    static void compile() throws Exception {
        Path project = Path.of("..", "examples", "junit", "src");
        Path refused = folder.resolve("RefusedTest.java");
        Files.writeString(refused, """
            package shop;
            import dev.moirai.junit.MoiraiTest;
            import java.nio.file.Path;
            import org.junit.jupiter.api.io.TempDir;
            class RefusedTest {
                @TempDir Path folder;
                @MoiraiTest void needsAnExtension() {}
            }
            class AloneTest {
                @MoiraiTest(runs = 1) void hasOneThread() {}
            }
            """);
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-g",
                        "-d",
                        folder.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        project.resolve("main/java/shop/Stock.java").toString(),
                        project.resolve("test/java/shop/StockTest.java").toString(),
                        refused.toString());
        assertThat(status).isZero();
        tests = loaded("shop.StockTest");
    }

    private static Class<?> loaded(String name) throws Exception {
        var loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, MoiraiTestTest.class.getClassLoader());
        return loader.loadClass(name);
    }

    /** What became of the tests, by name. */
    private static Map<String, TestExecutionResult> run(DiscoverySelector selector) {
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request().selectors(selector).build();
        var results = new HashMap<String, TestExecutionResult>();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
                results.put(identifier.getDisplayName(), result);
            }
        });
        return results;
    }

    private static String message(TestExecutionResult result) {
        return result.getThrowable().map(Throwable::getMessage).orElse("");
    }

    @Test
    void theMessageIsTheInterleavingAndTheWitnessReplays() {
        Map<String, TestExecutionResult> results = run(selectClass(tests));
        TestExecutionResult careless = results.get("oneThingIsSoldOnce()");
        assertThat(careless.getStatus()).isEqualTo(TestExecutionResult.Status.FAILED);
        assertThat(message(careless))
                .contains("expected: <0> but was: <-1>", "one", "other", "Stock#1.left", "witness: " + WITNESS);
        assertThat(results.get("whoTakesCarefullyIsSafe()").getStatus())
                .isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
        assertThat(WITNESS).exists();
        System.setProperty("moirai.replay", WITNESS.toString());
        try {
            Map<String, TestExecutionResult> again = run(selectClass(tests));
            assertThat(again.get("oneThingIsSoldOnce()").getStatus()).isEqualTo(TestExecutionResult.Status.FAILED);
            assertThat(message(again.get("oneThingIsSoldOnce()"))).contains("1 of 1 run failed the same way");
            assertThat(again.get("whoTakesCarefullyIsSafe()").getStatus())
                    .isEqualTo(TestExecutionResult.Status.ABORTED);
        } finally {
            System.clearProperty("moirai.replay");
        }
    }

    @Test
    void whatCannotBeRunInAJvmOfItsOwnIsRefused() throws Exception {
        TestExecutionResult refused = run(selectMethod(loaded("shop.RefusedTest"), "needsAnExtension"))
                .get("needsAnExtension()");
        assertThat(message(refused)).contains("extensions are not run in its own JVM: field folder");
        TestExecutionResult alone =
                run(selectMethod(loaded("shop.AloneTest"), "hasOneThread")).get("hasOneThread()");
        assertThat(message(alone)).contains("only one thread was seen");
    }
}
