package dev.moirai.frontend.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.ir.DataModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Headers of the machine parse, alone and together with the bundled ones in either order. */
class MachineHeadersTest {
    private static final String MACHINE = "fcntl sys/stat sys/socket netdb netinet/in netinet/tcp arpa/inet sys/mman"
            + " sys/wait sys/resource poll sys/epoll sys/eventfd sys/ioctl sys/un sys/uio sys/prctl sys/syscall"
            + " sys/file sys/signalfd sys/inotify dirent dlfcn err execinfo fnmatch glob grp pwd regex setjmp spawn"
            + " syslog termios ucontext libgen endian complex fenv aio mqueue linux/futex stdio_ext wctype tgmath"
            + " immintrin";
    private static final String BUNDLED = "pthread stdio stdlib string signal semaphore unistd time sys/time"
            + " sys/select errno math locale wchar limits inttypes stdatomic threads getopt sys/stat setjmp";

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(DataModel.class)
    void headersOfTheMachineParse(DataModel model) throws IOException {
        assumeTrue(Files.exists(Path.of("/usr/include/fcntl.h")), "no headers of a C library are installed");
        for (String name : MACHINE.split(" ")) {
            if (!exists(name)) continue;
            for (String headers : List.of(name, name + " " + BUNDLED, BUNDLED + " " + name)) {
                var options = new COptions(
                        model, CFlags.macros("-D_GNU_SOURCE"), Set.of(), LibraryOptions.DEFAULT, List.of());
                assertThat(UnitAlone.translate(including(headers), options).refusals())
                        .as("%s: %s", model, headers)
                        .isEmpty();
            }
        }
    }

    private static boolean exists(String header) {
        return MachineHeaders.folders().stream().anyMatch(f -> Files.exists(Path.of(f, header + ".h")));
    }

    private Path including(String headers) throws IOException {
        var text = new StringBuilder();
        for (String header : headers.split(" ")) {
            text.append("#include <").append(header).append(".h>\n");
        }
        return Files.writeString(folder.resolve("unit.c"), text.append("int nothing;\n"));
    }
}
