package dev.moirai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.moirai.cli.Main;
import dev.moirai.frontend.c.CFrontend;
import dev.moirai.interpret.Machine;
import dev.moirai.ir.Program;
import dev.moirai.logic.TermPool;
import dev.moirai.witness.Answer;
import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests run the same classes as users: in every module, pattern switches and record methods have been written out. A switch
 * that {@code Flatten} cannot write out, as over numbers taken out of a record, is to be written with {@code if} or with a
 * guard on the record itself.
 */
class StartupTest {
    /** One class of each module that ships. */
    @ParameterizedTest
    @ValueSource(classes = {Program.class, TermPool.class, CFrontend.class, Machine.class, Answer.class, Main.class})
    void nothingIsLeftToBeGeneratedAtStart(Class<?> witness) throws IOException, URISyntaxException {
        assumeFalse(Boolean.getBoolean("flatten.skip"), "a quick build leaves the classes as they are");
        Path place = Path.of(
                witness.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            lookAt(place);
        } else {
            try (var archive = FileSystems.newFileSystem(place)) {
                lookAt(archive.getPath("dev", "moirai"));
            }
        }
    }

    private static void lookAt(Path folder) throws IOException {
        List<String> left = new ArrayList<>();
        int seen = 0;
        try (var files = Files.walk(folder)) {
            for (Path file :
                    files.filter(it -> it.toString().endsWith(".class")).toList()) {
                seen++;
                left.addAll(generated(file));
            }
        }
        assertThat(seen).isPositive();
        assertThat(left).isEmpty();
    }

    private static List<String> generated(Path file) throws IOException {
        var model = ClassFile.of().parse(Files.readAllBytes(file));
        if (model.findAttribute(Attributes.bootstrapMethods()).isEmpty()) return List.of();
        List<String> found = new ArrayList<>();
        for (var method : model.methods()) {
            for (var element : method.code().map(CodeModel::elementList).orElse(List.of())) {
                if (element instanceof InvokeDynamicInstruction made && isGenerated(made)) {
                    found.add(file + ": " + method.methodName().stringValue());
                }
            }
        }
        return found;
    }

    private static boolean isGenerated(InvokeDynamicInstruction made) {
        String maker = made.bootstrapMethod().methodName();
        boolean toString = made.name().equalsString("toString");
        return maker.equals("typeSwitch")
                || made.bootstrapMethod().owner().descriptorString().equals("Ljava/lang/runtime/ObjectMethods;")
                        && !toString;
    }
}
