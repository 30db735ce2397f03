package dev.moirai;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The simple name of a class is used in one package only, so that it means one thing everywhere. Nested classes do not
 * count.
 */
class SimpleNamesTest {
    @Test
    void liveInOnePackage() {
        Map<String, List<String>> packages = new TreeMap<>();
        new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .withImportOption(location -> !location.contains("fixtures"))
                        .importPackages("dev.moirai")
                        .stream()
                        .filter(JavaClass::isTopLevelClass)
                        .filter(one -> !one.getSimpleName().equals("package-info"))
                        .forEach(one -> packages.computeIfAbsent(one.getSimpleName(), _ -> new ArrayList<>())
                                .add(one.getPackageName()));
        assertThat(packages).hasSizeGreaterThan(500);
        packages.values().removeIf(homes -> homes.size() == 1);
        assertThat(packages).isEmpty();
    }
}
