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

/** A package knows only those below it; ARCHITECTURE.md says what each is for. */
class PackageDirectionsTest {
    /** From the bottom up. A package knows only packages that stand before it. */
    private static final List<String> ORDER = List.of(
            "source",
            "schedule",
            "property",
            "ir",
            "logic",
            "solve",
            "frontend.c.library",
            "frontend.c",
            "analysis",
            "interpret",
            "trace",
            "explore",
            "bound",
            "sequentialize",
            "emit",
            "symbolic",
            "order",
            "rely",
            "predict",
            "replay",
            "witness",
            "verify");

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
    void onlyTheFacadeSeesTheFrontEnd() {
        var others = ORDER.stream()
                .filter(name -> !name.startsWith("frontend") && !name.equals("verify"))
                .toList();
        for (String name : others) forbid(name, List.of("frontend.c", "frontend.c.library"));
    }

    @Test
    void encodersImportNoSolver() {
        for (String name : List.of("bound", "sequentialize", "symbolic", "order")) forbid(name, List.of("solve"));
    }

    @Test
    void witnessesKnowNoEngine() {
        var engines = ORDER.subList(ORDER.indexOf("logic"), ORDER.indexOf("witness"));
        forbid("witness", engines);
    }

    @Test
    void everyPackageHasItsPlace() {
        var places = ORDER.stream().map(name -> "dev.moirai." + name).toList();
        for (var javaClass : CLASSES) {
            String name = javaClass.getPackageName();
            Assertions.assertThat(places)
                    .as("the place of package %s", name)
                    .anyMatch(place -> name.equals(place) || name.startsWith(place + "."));
        }
    }

    private static void forbid(String name, List<String> others) {
        noClasses()
                .that()
                .resideInAnyPackage(inPackage(name))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others.stream()
                        .filter(other -> !name.startsWith(other + "."))
                        .map(PackageDirectionsTest::inPackage)
                        .toArray(String[]::new))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    /** {@code frontend.c} alone is meant without its library, which has a place of its own. */
    private static String inPackage(String name) {
        return name.equals("frontend.c") ? "dev.moirai.frontend.c" : "dev.moirai." + name + "..";
    }
}
