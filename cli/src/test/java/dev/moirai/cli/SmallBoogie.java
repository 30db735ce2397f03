package dev.moirai.cli;

import static dev.moirai.cli.Shell.moirai;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A Boogie program, and whether some run of it fails. */
record SmallBoogie(String text, boolean fails) {
    /** Every engine must say so; the explicit search may find that there is too much to enumerate. */
    void enginesAgree(Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("p.bpl"), text);
        for (String engine : List.of("explicit", "lazy", "order")) {
            var result = moirai("check", file.toString(), "--engine", engine, "--quiet");
            boolean mayGiveUp = engine.equals("explicit") && result.lastLine().contains("too large to enumerate");
            if (!mayGiveUp)
                assertThat(result.exitCode())
                        .as(engine + ": " + result.lastLine())
                        .isEqualTo(fails ? 1 : 0);
        }
    }
}
