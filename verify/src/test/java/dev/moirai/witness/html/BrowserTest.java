package dev.moirai.witness.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.witness.report.Entry;
import dev.moirai.witness.report.Samples;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page in a real browser. A script at its end presses keys and writes down what it sees; the browser prints the page. */
class BrowserTest {
    /** As Debian and others call it. */
    private static final Path CHROMIUM = Stream.of(System.getenv("PATH").split(":"))
            .flatMap(folder ->
                    Stream.of("chromium", "chromium-browser", "google-chrome").map(name -> Path.of(folder, name)))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(Path.of("chromium"));

    private static final String PROBE = """
        <script>
        addEventListener("load", function () {
          var seen = [];
          function note() {
            var row = document.querySelector(".current th");
            var changed = document.querySelector(".now .changed");
            seen.push((row ? row.textContent : "none") + "/" + document.querySelector(".bar output").textContent
              + "/" + (changed ? changed.textContent : "none"));
          }
          function press(key) { document.dispatchEvent(new KeyboardEvent("keydown", { key: key, bubbles: true })); note(); }
          note(); press("ArrowLeft"); press("ArrowLeft"); press("ArrowRight"); press("j");
          var slider = document.querySelector("input[type=range]");
          slider.value = 1; slider.dispatchEvent(new Event("input")); note();
          document.querySelector("tr.row").click(); note();
          var named = document.querySelectorAll(".cause .to");
          named[named.length - 1].click(); note();
          var out = document.createElement("p");
          out.id = "probe";
          out.textContent = seen.join("|") + "|lanes " + document.querySelectorAll(".lanes rect").length
            + "|alerts " + (window.alerted || 0);
          document.body.appendChild(out);
        });
        </script>
        """;

    @Test
    void stepsAreGoneThroughByKeysSliderClicksAndTheCause(@TempDir Path folder) throws Exception {
        assertThat(probed(folder, "x"))
                .isEqualTo(
                        "5/step 5 of 5/x1|4/step 4 of 5/x1|2-3/step 3 of 5/x1 (was 0)|4/step 4 of 5/x1|5/step 5 of 5/x1"
                                + "|1/step 1 of 5/x0|1/step 1 of 5/x0|4/step 4 of 5/x1|lanes 4|alerts 0");
    }

    @Test
    void hostileNamesRunNothing(@TempDir Path folder) throws Exception {
        assertThat(probed(folder, Samples.HOSTILE.replace("alert(1)", "window.alerted=1")))
                .endsWith("alerts 0");
    }

    private static String probed(Path folder, String name) throws Exception {
        assumeTrue(Files.isExecutable(CHROMIUM), "chromium is not installed: the page is not tried in a browser");
        var dossier = Samples.dossier("int x;\n".repeat(12), new Entry.Answered(Samples.lostUpdate("f.c", name)));
        Path page = folder.resolve("report.html");
        Files.writeString(page, HtmlReport.of(dossier).replace("</body>", PROBE + "</body>"));
        var found = Pattern.compile("<p id=\"probe\">(.*?)</p>").matcher(dom(folder, page));
        assertThat(found.find()).as("the page's script ran").isTrue();
        return found.group(1);
    }

    /** The page after its scripts have run. */
    private static String dom(Path folder, Path page) throws IOException, InterruptedException {
        Path printed = folder.resolve("dom.html");
        Process browser = new ProcessBuilder(List.of(
                        CHROMIUM.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--dump-dom",
                        page.toUri().toString()))
                .redirectOutput(printed.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(browser.waitFor(120, TimeUnit.SECONDS))
                    .as("chromium ends")
                    .isTrue();
        } finally {
            browser.destroyForcibly();
        }
        return Files.readString(printed, StandardCharsets.UTF_8);
    }
}
