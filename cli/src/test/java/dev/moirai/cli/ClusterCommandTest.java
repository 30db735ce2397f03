package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.verify.engine.Grid;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands with a node in this process, and without the archive that has nodes. */
class ClusterCommandTest {
    private static final List<String> LOG = new CopyOnWriteArrayList<>();
    private static Thread node = new Thread();
    private static String address = "";

    @TempDir
    static Path journals;

    @BeforeAll
    static void begin() throws Exception {
        System.setProperty("moirai.state", journals.toString());
        try (var free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            address = "127.0.0.1:" + free.getLocalPort();
        }
        var none = new Grid.Credentials(Optional.empty(), Optional.empty(), Optional.empty());
        var working = new Grid.Working(Optional.of(address), Optional.empty(), List.of(), 2, none);
        node = Thread.ofPlatform()
                .daemon()
                .start(() -> Grid.installed().orElseThrow().work(working, LOG::add));
        for (int i = 0; i < 200 && LOG.isEmpty(); i++) Thread.sleep(50);
        assertThat(LOG.getFirst()).contains("--cluster " + address);
    }

    @AfterAll
    static void end() {
        node.interrupt();
        System.clearProperty("moirai.state");
    }

    @Test
    void manyFiles() {
        var alone = moirai("check", "--each", "../examples/check/peterson.c", "../examples/check/philosophers.c");
        var together = moirai(
                "check",
                "--each",
                "../examples/check/peterson.c",
                "../examples/check/philosophers.c",
                "--cluster",
                address);
        assertThat(together.exitCode()).isEqualTo(alone.exitCode()).isEqualTo(1);
        assertThat(withoutSeconds(together.out())).isEqualTo(withoutSeconds(alone.out()));
    }

    private static String withoutSeconds(String text) {
        return text.replaceAll("\\([0-9.]+ s\\)", "");
    }

    @Test
    void aCampaign() {
        var result = moirai("run", "../examples/run/flaky.c", "--campaign", "400", "--cluster", address);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out()).contains("run: failed (again: --seed ");
    }

    @Test
    void aPredictionAndALasso() {
        assertThat(moirai("predict", "../examples/predict/bank.c", "--cluster", address)
                        .lastLine())
                .isEqualTo(moirai("predict", "../examples/predict/bank.c").lastLine());
        assertThat(moirai("livelock", "../examples/livelock/fig1b.c", "--engine", "lasso", "--cluster", address)
                        .lastLine())
                .startsWith("VERDICT: VIOLATED livelock");
    }

    @Test
    void whereNobodyIsThatIsSaid() {
        moirai("check", "../examples/check/peterson.c", "--cluster", "127.0.0.1:1")
                .refusedWith("no node of the cluster is there (127.0.0.1:1: Connection refused): start one by moirai"
                        + " worker");
        moirai("check", "../examples/check/peterson.c", "--cluster", address, "--resume", "nothing")
                .refusedWith("there is nothing to resume under the name nothing");
    }

    @Test
    void withoutTheArchiveItIsSaidHowToGetIt() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(new URLClassLoader(new URL[0], null));
        try {
            moirai("check", "../examples/check/peterson.c", "--cluster", address)
                    .refusedWith("the small archive of Moirai has no cluster: take the whole one, or build it");
            moirai("worker").refusedWith("the small archive of Moirai has no cluster");
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
