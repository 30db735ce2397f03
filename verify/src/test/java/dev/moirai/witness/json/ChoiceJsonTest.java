package dev.moirai.witness.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.value.Exact;
import dev.moirai.value.Rational;
import dev.moirai.value.ValueNames;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChoiceJsonTest {
    @Test
    void whatIsReadIsWhatWasWritten() {
        long large = ValueNames.of(BigInteger.TEN.pow(30).negate());
        long third = ValueNames.of(new Rational(BigInteger.ONE, BigInteger.valueOf(3)));
        long row = Exact.update(Exact.everywhere(large), 4, -1, 0);
        long table = Exact.update(Exact.everywhere(row), 0, 0, 0);
        for (long choice : List.of(0L, -7L, Long.MAX_VALUE, Long.MIN_VALUE, large, third, row, table)) {
            String text = JsonWriter.write(ChoiceJson.of(choice));
            assertThat(ChoiceJson.read(JsonReader.read(text))).as(text).isEqualTo(choice);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1/0\"", "\"much\"", "true", "{\"at\": []}", "{\"else\": 0, \"at\": [[1]]}", "1.5"})
    void anythingElseIsNoChoice(String text) {
        assertThatThrownBy(() -> ChoiceJson.read(JsonReader.read(text))).isInstanceOf(JsonException.class);
    }
}
