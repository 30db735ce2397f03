package dev.moirai;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A package depends only on packages below it; ARCHITECTURE.md says what each is for. */
class PackageDirectionsTest {
    /** The packages from the bottom up. A package depends only on those before it. */
    private static final List<String> ORDER = List.of(
            "jvm.runtime",
            "jvm.agent",
            "source",
            "schedule",
            "property",
            "ir",
            "value",
            "logic",
            "solve",
            "solve.blast",
            "solve.sat",
            "solve.embedded",
            "solve.external",
            "solve.registry",
            "frontend.c.wide",
            "frontend.c.library",
            "frontend.c",
            "frontend.boogie",
            "analysis",
            "interpret",
            "trace",
            "explore",
            "bound",
            "sequentialize",
            "emit",
            "symbolic",
            "order",
            "rely.transition",
            "rely.ranking",
            "rely.rule",
            "rely.zone",
            "rely.proof",
            "rely.horn",
            "rely.refine",
            "rely.recurrence",
            "predict",
            "jvm",
            "replay",
            "replay.jvm",
            "witness",
            "witness.story",
            "witness.text",
            "witness.json",
            "witness.report",
            "witness.html",
            "witness.sarif",
            "witness.junit",
            "witness.markdown",
            "witness.svcomp",
            "verify.engine",
            "verify.input",
            "verify.replay",
            "verify.cache",
            "verify.run",
            "verify.jvm",
            "verify.bounded",
            "verify.check",
            "verify.terminates",
            "verify.livelock",
            "verify.predict",
            "verify.sequentialize",
            "cluster.wire",
            "cluster",
            "api",
            "cli");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.moirai");

    @TestFactory
    List<DynamicTest> nothingKnowsWhatStandsAboveIt() {
        return ORDER.stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    var above = ORDER.subList(ORDER.indexOf(name) + 1, ORDER.size());
                    if (!above.isEmpty()) forbid(name, above);
                }))
                .toList();
    }

    @Test
    void onlyTheInputSeesTheFrontEnd() {
        var others = ORDER.stream()
                .filter(name -> !name.startsWith("frontend") && !name.equals("verify.input"))
                .toList();
        for (String name : others)
            forbid(name, List.of("frontend.boogie", "frontend.c", "frontend.c.library", "frontend.c.wide"));
    }

    /**
     * Commands ask and are answered in the types of {@code verify} and of the packages below all engines, not in those
     * of an engine.
     */
    @Test
    void theCommandLineKnowsQuestionsAndAnswersOnly() {
        var hidden = ORDER.subList(ORDER.indexOf("ir"), ORDER.indexOf("witness"));
        forbid("cli", hidden);
    }

    /** What others can reach over a network is in a module that everything else does without. */
    @Test
    void nobodyKnowsTheCluster() {
        for (String name : ORDER) {
            if (!name.startsWith("cluster")) forbid(name, List.of("cluster", "cluster.wire"));
        }
        noClasses()
                .that()
                .resideInAnyPackage("dev.moirai..")
                .and()
                .resideOutsideOfPackages("dev.moirai.cluster..")
                .should()
                .dependOnClassesThat()
                .haveNameMatching("java\\.net\\.(Server)?Socket|javax\\.net\\.ssl\\..*")
                .check(CLASSES);
    }

    @Test
    void encodersImportNoSolver() {
        var solvers = ORDER.stream().filter(name -> name.startsWith("solve")).toList();
        for (String name : List.of("bound", "sequentialize", "symbolic", "order")) forbid(name, solvers);
    }

    @Test
    void witnessesKnowNoEngine() {
        var engines = ORDER.subList(ORDER.indexOf("logic"), ORDER.indexOf("witness"));
        for (String name : ORDER) if (name.startsWith("witness")) forbid(name, engines);
    }

    @Test
    void everyPackageHasItsPlace() {
        var places = ORDER.stream().map(name -> "dev.moirai." + name).toList();
        for (var javaClass : CLASSES) {
            Assertions.assertThat(places)
                    .as("the place of %s", javaClass.getName())
                    .contains(javaClass.getPackageName());
        }
    }

    private static void forbid(String name, List<String> others) {
        noClasses()
                .that()
                .resideInAnyPackage(inPackage(name))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        others.stream().map(PackageDirectionsTest::inPackage).toArray(String[]::new))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    /** The package without its subpackages, which have entries of their own. */
    private static String inPackage(String name) {
        return "dev.moirai." + name;
    }
}
