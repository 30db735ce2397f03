package dev.moirai.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    @TempDir
    Path folder;

    private static byte[] key(int number) {
        byte[] key = new byte[32];
        key[7] = (byte) number;
        return key;
    }

    private static byte[] answer(int number) {
        return new byte[] {1, 2, (byte) number};
    }

    @Test
    void whatWasKeptIsThereWhereverTheFileBreaksOff() throws IOException {
        Path file = folder.resolve("deep").resolve("j.journal");
        try (Journal journal = Journal.begin(file, 24, line -> {})) {
            for (int i = 0; i < 3; i++) journal.keep(key(i), answer(i));
        }
        byte[] whole = Files.readAllBytes(file);
        int entry = 32 + 4 + 3 + 8;
        for (int length = 12; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            try (Journal journal = Journal.resume(file, line -> {})) {
                assertThat(journal.parts()).isEqualTo(24);
                assertThat(journal.size()).isEqualTo((length - 12) / entry);
                journal.keep(key(9), answer(9));
            }
            try (Journal journal = Journal.resume(file, line -> {})) {
                assertThat(journal.size()).isEqualTo((length - 12) / entry + 1);
                assertThat(journal.find(key(9)))
                        .hasValueSatisfying(found -> assertThat(found).isEqualTo(answer(9)));
                assertThat(journal.find(key(8))).isEmpty();
            }
        }
        whole[12 + 32 + 4] ^= 1;
        Files.write(file, whole);
        try (Journal journal = Journal.resume(file, line -> {})) {
            assertThat(journal.size()).isZero();
        }
    }

    @Test
    void anotherFileIsNoJournal() throws IOException {
        Path file = Files.writeString(folder.resolve("j.journal"), "something else, and long enough");
        assertThatThrownBy(() -> Journal.resume(file, line -> {})).isInstanceOf(IOException.class);
    }
}
