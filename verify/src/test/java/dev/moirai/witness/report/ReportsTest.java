package dev.moirai.witness.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.moirai.property.Reason;
import dev.moirai.property.Verdict;
import dev.moirai.source.Diagnostic;
import dev.moirai.source.SourceSpan;
import dev.moirai.witness.html.HtmlReport;
import dev.moirai.witness.json.Json;
import dev.moirai.witness.json.JsonReader;
import dev.moirai.witness.junit.JunitReport;
import dev.moirai.witness.markdown.MarkdownReport;
import dev.moirai.witness.sarif.SarifReport;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class ReportsTest {
    private static final String TEXT = "int x;\n".repeat(12);

    private static Dossier lostUpdate(String name) {
        return Samples.dossier(TEXT, new Entry.Answered(Samples.lostUpdate("f.c", name)));
    }

    private static Dossier several() {
        return Samples.dossier(
                TEXT,
                new Entry.Answered(Samples.lostUpdate("bad.c", "x")),
                new Entry.Answered(Samples.answer("good.c", new Verdict.Holds())),
                new Entry.Answered(Samples.answer("within.c", new Verdict.HoldsWithin("unwind=2"))),
                new Entry.Answered(Samples.answer("open.c", new Verdict.Unknown("too hard"))),
                new Entry.GaveUp("slow.c", new Reason(Reason.Kind.TIME, "time limit reached")),
                new Entry.Refused(
                        "wrong.c", List.of(Diagnostic.error(new SourceSpan("wrong.c", 3, 1), "no such type"))));
    }

    // ---- HTML ------------------------------------------------------------------------------------------------------

    @Test
    void htmlTellsEverythingWithoutScripts() {
        String page = HtmlReport.of(lostUpdate("x")).replaceAll("(?s)<script.*?</script>", "");
        assertThat(page)
                .contains("VIOLATED assertion at f.c:9 (thread main)")
                .contains("<b>How:</b> x saw x = 0 (step 1), worker#2 set it to 1 (step 3), and x overwrote it with 1")
                .contains("moirai check &#39;a b.c&#39;")
                .contains("<figcaption>f.c</figcaption>")
                .contains("set x = 1");
    }

    @Test
    void hostileNamesAreNoMarkup() {
        String page = HtmlReport.of(lostUpdate(Samples.HOSTILE));
        assertThat(page)
                .doesNotContain("<script>alert")
                .doesNotContain("\u202e")
                .doesNotContain("\u0007");
        // One for the data of the run, one for the page's own script.
        assertThat(page.split("<script", -1)).hasSize(3);
        assertThat(page.split("</script", -1)).hasSize(3);
    }

    @Test
    void severalProgramsHaveAnIndex() {
        String page = HtmlReport.of(several());
        assertThat(page)
                .contains("<a href=\"#entry-0\">bad.c</a>")
                .contains("id=\"entry-5\"")
                .contains("no such type")
                .contains("time limit reached");
    }

    @Test
    void aHundredThousandStepsMakeABoundedPage() {
        var dossier = Samples.dossier(TEXT, new Entry.Answered(Samples.endless("f.c", 100_000)));
        assertThat(HtmlReport.of(dossier).length()).isLessThan(3_000_000);
        assertThat(SarifReport.of(dossier).length()).isLessThan(3_000_000);
        assertThat(MarkdownReport.of(dossier).length()).isLessThan(100_000);
        assertThat(JunitReport.of(dossier).length()).isLessThan(100_000);
    }

    // ---- SARIF -----------------------------------------------------------------------------------------------------

    @Test
    void sarifHasTheShapeOfItsStandard() {
        Map<String, Json> log = object(JsonReader.read(SarifReport.of(several())));
        assertThat(log.get("version")).isEqualTo(Json.of("2.1.0"));
        Map<String, Json> run = object(elements(log, "runs").getFirst());
        Map<String, Json> driver = object(object(run.get("tool")).get("driver"));
        assertThat(driver.get("name")).isEqualTo(Json.of("Moirai"));
        List<Json> rules = elements(driver, "rules");
        assertThat(elements(run, "results")).hasSize(1);
        Map<String, Json> result = object(elements(run, "results").getFirst());
        int index = (int) ((Json.Whole) result.get("ruleIndex")).value();
        assertThat(object(rules.get(index)).get("id")).isEqualTo(result.get("ruleId"));
        for (Json rule : rules) {
            assertThat(object(rule)).containsKeys("id", "shortDescription", "fullDescription", "help");
        }
        Map<String, Json> invocation = object(elements(run, "invocations").getFirst());
        assertThat(invocation.get("executionSuccessful")).isEqualTo(new Json.Bool(false));
        assertThat(elements(invocation, "toolExecutionNotifications")).hasSize(4);
        Map<String, Json> physical =
                object(object(elements(result, "locations").getFirst()).get("physicalLocation"));
        assertThat(object(physical.get("artifactLocation")).get("uri")).isEqualTo(Json.of("bad.c"));
        assertThat(object(physical.get("region")).get("startLine")).isEqualTo(Json.of(9));
    }

    @Test
    void threadFlowsAreNumberedInTheOrderOfExecution() {
        Map<String, Json> run = object(elements(object(JsonReader.read(SarifReport.of(lostUpdate("x")))), "runs")
                .getFirst());
        Map<String, Json> flow = object(elements(object(elements(run, "results").getFirst()), "codeFlows")
                .getFirst());
        var orders = new ArrayList<Long>();
        for (Json thread : elements(flow, "threadFlows")) {
            long before = 0;
            for (Json location : elements(object(thread), "locations")) {
                long order = ((Json.Whole) object(location).get("executionOrder")).value();
                assertThat(order).isGreaterThan(before);
                before = order;
                orders.add(order);
            }
        }
        assertThat(orders).doesNotHaveDuplicates().hasSize(4);
    }

    @Test
    void fingerprintsSurviveShiftedLines() {
        assertThat(fingerprint("int x;\n".repeat(20))).isEqualTo(fingerprint("int x;\n".repeat(9)));
        assertThat(fingerprint("int y;\n".repeat(20))).isNotEqualTo(fingerprint("int x;\n".repeat(20)));
    }

    private static Json fingerprint(String text) {
        var dossier = Samples.dossier(text, new Entry.Answered(Samples.lostUpdate("f.c", "x")));
        Map<String, Json> run = object(elements(object(JsonReader.read(SarifReport.of(dossier))), "runs")
                .getFirst());
        return object(object(elements(run, "results").getFirst()).get("partialFingerprints"))
                .get("moirai/v1");
    }

    // ---- JUnit -----------------------------------------------------------------------------------------------------

    @Test
    void junitHasACaseForEachFileAndProperty() throws Exception {
        Element suites = xml(JunitReport.of(several()));
        assertThat(suites.getAttribute("tests")).isEqualTo("10");
        assertThat(suites.getAttribute("failures")).isEqualTo("1");
        assertThat(suites.getAttribute("errors")).isEqualTo("4");
        assertThat(suites.getAttribute("skipped")).isEqualTo("1");
        assertThat(suites.getElementsByTagName("testcase").getLength()).isEqualTo(10);
        assertThat(suites.getElementsByTagName("failure").getLength()).isEqualTo(1);
    }

    @Test
    void junitOfHostileNamesIsXml() throws Exception {
        Element suites = xml(JunitReport.of(lostUpdate(Samples.HOSTILE)));
        assertThat(suites.getElementsByTagName("script").getLength()).isZero();
    }

    private static Element xml(String text) throws Exception {
        var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        return builder.parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                .getDocumentElement();
    }

    // ---- Markdown --------------------------------------------------------------------------------------------------

    @Test
    void markdownHasTheExecutionAsText() {
        assertThat(MarkdownReport.of(lostUpdate("x")))
                .contains("## `f.c`")
                .contains("**How:** x saw x = 0 (step 1)")
                .contains("```text\n")
                .contains("set x = 1");
    }

    @Test
    void fenceIsLongerThanAnyInside() {
        assertThat(MarkdownReport.of(lostUpdate("```"))).contains("````text\n").contains("\n````\n");
    }

    private static Map<String, Json> object(Json json) {
        return ((Json.Obj) json).members();
    }

    private static List<Json> elements(Map<String, Json> object, String name) {
        return ((Json.Arr) object.get(name)).elements();
    }
}
