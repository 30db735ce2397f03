package dev.moirai.interpret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.generate.Gcc;
import dev.moirai.generate.Section;
import dev.moirai.ir.DataModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Constant expressions have the same value under our ILP32 model as under {@code gcc -m32}: sizes, offsets, promotions,
 * types of constants. They are compiled as static assertions and not run, so no 32-bit library is needed.
 */
class ThirtyTwoBitsTest {
    @TempDir
    Path folder;

    @Test
    void constantExpressionsAgree() throws IOException {
        assumeTrue(Gcc.isInstalled(), "gcc is not installed: the 32-bit data model was not compared with it");
        String[] parts = Section.read("/dev/moirai/tricky/ilp32.txt").split("(?m)^---\n");
        List<String> expressions = parts[1].lines().toList();
        var program = new StringBuilder("#include <stdio.h>\n" + parts[0] + "int main(void)\n{\n");
        for (String expression : expressions)
            program.append("printf(\"%lld\\n\", (long long)(")
                    .append(expression)
                    .append("));\n");
        List<String> values = Interpreted.output(
                        folder, program.append("return 0;\n}\n").toString(), DataModel.ILP32)
                .lines()
                .toList();
        assertThat(values).hasSameSizeAs(expressions);
        var claims = new StringBuilder(parts[0]);
        for (int i = 0; i < values.size(); i++)
            claims.append("_Static_assert((long long)(%s) == %sll, \"we say %s\");\n"
                    .formatted(expressions.get(i), values.get(i), values.get(i)));
        Path file = Files.writeString(folder.resolve("claims.c"), claims);
        assertThat(Gcc.complaintsIn32Bits(file)).isEmpty();
    }
}
