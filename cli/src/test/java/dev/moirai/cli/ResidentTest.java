package dev.moirai.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResidentTest {
    @TempDir
    Path folder;

    private final CountDownLatch ended = new CountDownLatch(1);
    private Path socket = Path.of("");
    private Thread process = Thread.ofPlatform().unstarted(() -> {});

    @BeforeEach
    void start() throws Exception {
        socket = folder.resolve("s");
        process = Thread.ofPlatform().daemon().start(() -> {
            try {
                new Resident(socket, 1, ended::countDown).serve(Duration.ofMillis(700));
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        for (int i = 0; i < 200 && !Files.exists(socket); i++) Thread.sleep(10);
    }

    @AfterEach
    void end() throws InterruptedException {
        assertThat(process.join(Duration.ofSeconds(20))).isTrue();
        assertThat(socket).doesNotExist();
    }

    private record Reply(String out, String err, int exitCode) {}

    private static void write(SocketChannel channel, List<String> words) throws IOException {
        var output = new DataOutputStream(Channels.newOutputStream(channel));
        output.writeInt(words.size());
        for (String word : words) {
            byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
            output.writeInt(bytes.length);
            output.write(bytes);
        }
        output.flush();
    }

    /** The name of a socket is there a moment before anybody listens. */
    private SocketChannel connected() throws IOException {
        for (int i = 0; ; i++) {
            try {
                return SocketChannel.open(UnixDomainSocketAddress.of(socket));
            } catch (ConnectException e) {
                if (i == 50) throw e;
                LockSupport.parkNanos(10_000_000);
            }
        }
    }

    private Reply ask(String directory, String... command) throws IOException {
        try (var channel = connected()) {
            var words = new ArrayList<>(List.of(directory, "100", "no", "no", "no"));
            words.addAll(List.of(command));
            write(channel, words);
            var input = new DataInputStream(Channels.newInputStream(channel));
            var out = new StringBuilder();
            var err = new StringBuilder();
            while (true) {
                char kind = (char) input.readByte();
                int number = input.readInt();
                if (kind == 'x') return new Reply(out.toString(), err.toString(), number);
                if (kind == 'b') return new Reply("", "busy", -1);
                (kind == 'o' ? out : err).append(new String(input.readNBytes(number), StandardCharsets.UTF_8));
            }
        }
    }

    @Test
    void answersOneCommandAfterAnotherAndEndsByItself() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                .isEqualTo("rw-------");
        assertThat(ask("", "--version").out()).startsWith("moirai ");
        Reply refused = ask("", "check", "no-such-file.c");
        assertThat(refused.exitCode()).isEqualTo(ExitCode.INPUT);
        assertThat(refused.err()).contains("no-such-file.c");
        assertThat(ask("", "--version").exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void sendsAwayWhoeverStandsElsewhere() throws IOException {
        assertThat(ask(folder.toString(), "--version").err()).isEqualTo("busy");
        assertThat(ask("", "--version").exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void endsWithWhoeverGoesAwayBeforeTheAnswer() throws Exception {
        Path program = folder.resolve("long.c");
        Files.writeString(program, "static unsigned long n; int main(void) { while (n < 1ul << 40) n++; return 0; }");
        try (var channel = connected()) {
            write(
                    channel,
                    List.of(
                            "",
                            "100",
                            "no",
                            "no",
                            "no",
                            "check",
                            program.toString(),
                            "--engine",
                            "explicit",
                            "--time",
                            "3s"));
            Thread.sleep(100);
        }
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }
}
