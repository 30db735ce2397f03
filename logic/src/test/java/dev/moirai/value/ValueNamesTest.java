package dev.moirai.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class ValueNamesTest {
    @Test
    void smallIntegersNameThemselves() {
        for (long value : new long[] {0, 1, -1, (1L << 61) - 1, -(1L << 61)}) {
            assertThat(ValueNames.ofInteger(value)).isEqualTo(value);
            assertThat(ValueNames.value(value)).isEmpty();
        }
    }

    @Test
    void otherValuesHaveOneNameEach() {
        BigInteger large = BigInteger.TEN.pow(30);
        long name = ValueNames.of(large);
        assertThat(ValueNames.of(BigInteger.TEN.pow(29).multiply(BigInteger.TEN)))
                .isEqualTo(name);
        assertThat(ValueNames.integer(name)).isEqualTo(large);
        assertThat(ValueNames.value(name)).contains(new ValueNames.Value.Large(large));
        long half = ValueNames.of(new Rational(BigInteger.TWO, BigInteger.valueOf(4)));
        assertThat(ValueNames.text(half)).isEqualTo("1/2");
        assertThat(half).isNotEqualTo(name);
    }

    @Test
    void zeroIsZeroOfEveryKind() {
        assertThat(ValueNames.of(Rational.ZERO)).isZero();
        assertThat(ValueNames.of(MapValue.everywhere(0))).isZero();
        assertThat(Exact.lookup(0, 17)).isZero();
    }

    @Test
    void mapsAreWrittenWithTheirCells() {
        long row = Exact.update(0, 3, ValueNames.of(BigInteger.TEN.pow(20)), 0);
        long table = Exact.update(Exact.everywhere(row), -1, 0, 0);
        assertThat(ValueNames.text(table)).isEqualTo("[-1: 0, else [3: 100000000000000000000, else 0]]");
    }
}
