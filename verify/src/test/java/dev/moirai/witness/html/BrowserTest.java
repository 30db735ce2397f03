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
        assertThat(walked(folder, "x"))
                .isEqualTo(
                        "5/step 5 of 5/x1|4/step 4 of 5/x1|2-3/step 3 of 5/x1 (was 0)|4/step 4 of 5/x1|5/step 5 of 5/x1"
                                + "|1/step 1 of 5/x0|1/step 1 of 5/x0|4/step 4 of 5/x1|lanes 4|alerts 0");
    }

    /** What somebody who hears the page, or has no mouse, needs of it; each finding is a word. */
    private static final String HEARD = """
        <script>
        addEventListener("load", function () {
          var found = [];
          function all(selector) { return Array.from(document.querySelectorAll(selector)); }
          function name(each) { return (each.getAttribute("aria-label") || each.textContent).trim(); }
          var controls = all("button, input, a[href], [tabindex]");
          controls.forEach(function (each) { if (!name(each)) found.push("control without name " + each.outerHTML); });
          all("button").forEach(function (each) {
            if (!/[a-z]{3}/.test(name(each))) found.push("button of signs " + each.outerHTML);
          });
          var level = 0;
          all("h1, h2, h3, h4, h5, h6").forEach(function (each) {
            var own = Number(each.tagName[1]);
            if (own > level + 1) found.push("heading skips " + each.outerHTML);
            if (!each.textContent.trim()) found.push("empty heading");
            level = own;
          });
          if (all("h1").length !== 1) found.push("h1 " + all("h1").length);
          if (!document.documentElement.lang || !document.title) found.push("language or title");
          ["header", "main", "footer"].forEach(function (each) { if (all(each).length !== 1) found.push(each); });
          var names = all("nav, section.run, [role=region], [role=img]").map(name);
          if (new Set(names).size < names.length || names.includes("")) found.push("landmarks " + names);
          all("table").forEach(function (each) {
            if (!each.querySelector("th")) found.push("table without heads " + each.outerHTML);
          });
          all("th").forEach(function (each) { if (!each.scope) found.push("head of what " + each.outerHTML); });
          all(".act").forEach(function (each) {
            var head = document.getElementById(each.getAttribute("headers"));
            if (!head || head.cellIndex !== each.cellIndex) found.push("whose step " + each.outerHTML);
          });
          all("a[href^='#']").forEach(function (each) {
            if (!document.getElementById(each.getAttribute("href").slice(1))) found.push("nowhere " + each.outerHTML);
          });
          var ids = all("[id]").map(function (each) { return each.id; });
          if (new Set(ids).size < ids.length) found.push("ids");
          all("*").forEach(function (each) {
            var look = getComputedStyle(each);
            var scrolls = /auto|scroll/.test(look.overflowY) && each.scrollHeight > each.clientHeight;
            if (scrolls && each.tabIndex < 0) found.push("scrolls without focus " + each.className);
          });
          document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
          var said = document.querySelector("[aria-live=polite]").textContent;
          var out = document.createElement("p");
          out.id = "probe";
          out.textContent = controls.length + " controls, said: " + said + " (" + found.join("; ") + ")";
          document.body.appendChild(out);
        });
        </script>
        """;

    /** On paper: no controls, no scrolling, black on white, nothing marked. */
    private static final String PRINTED = """
        <script>
        addEventListener("load", function () {
          function look(selector, what) { return getComputedStyle(document.querySelector(selector))[what]; }
          var out = document.createElement("p");
          out.id = "probe";
          out.textContent = [look(".controls", "display"), look(".now", "display"), look(".panes", "display"),
            look(".steps", "maxHeight"), look(".steps", "overflowY"), look(".source", "maxHeight"), look(".source", "overflowY"),
            look(".current", "backgroundColor"), look("body", "color"), look("body", "backgroundColor")].join("|");
          document.body.appendChild(out);
        });
        </script>
        """;

    @Test
    void everythingHasANameAndAPlace(@TempDir Path folder) throws Exception {
        var one = new Entry.Answered(Samples.lostUpdate("f.c", "x"));
        var several = Samples.dossier("int x;\n".repeat(90), one, new Entry.Answered(Samples.lostUpdate("g.c", "y")));
        for (var dossier : List.of(Samples.dossier("int x;\n".repeat(90), one), several)) {
            String page = HtmlReport.of(dossier).replace("</body>", HEARD + "</body>");
            assertThat(probed(folder, page)).matches("\\d+ controls, said: step 4, .*, line \\d+: .* \\(\\)");
        }
    }

    /** The rules for paper, made to count on a screen. */
    @Test
    void paperHasNoControls(@TempDir Path folder) throws Exception {
        var dossier = Samples.dossier("int x;\n".repeat(90), new Entry.Answered(Samples.lostUpdate("f.c", "x")));
        String page =
                HtmlReport.of(dossier).replace("@media print", "@media all").replace("</body>", PRINTED + "</body>");
        assertThat(probed(folder, page))
                .isEqualTo(
                        "none|none|block|none|visible|none|visible|rgba(0, 0, 0, 0)|rgb(0, 0, 0)|rgb(255, 255, 255)");
    }

    @Test
    void hostileNamesRunNothing(@TempDir Path folder) throws Exception {
        assertThat(walked(folder, Samples.HOSTILE.replace("alert(1)", "window.alerted=1")))
                .endsWith("alerts 0");
    }

    private static String walked(Path folder, String name) throws Exception {
        var dossier = Samples.dossier("int x;\n".repeat(12), new Entry.Answered(Samples.lostUpdate("f.c", name)));
        return probed(folder, HtmlReport.of(dossier).replace("</body>", PROBE + "</body>"));
    }

    /** What the script at the page's end has written down. */
    private static String probed(Path folder, String html) throws Exception {
        assumeTrue(Files.isExecutable(CHROMIUM), "chromium is not installed: the page is not tried in a browser");
        Path page = folder.resolve("report.html");
        Files.writeString(page, html);
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
