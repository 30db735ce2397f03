package dev.moirai.frontend.c.library;

import static dev.moirai.frontend.c.library.FakeCall.address;
import static dev.moirai.frontend.c.library.FakeCall.local;
import static dev.moirai.frontend.c.library.FakeCall.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.moirai.ir.Expr;
import dev.moirai.ir.Type;
import dev.moirai.source.InputException;
import org.junit.jupiter.api.Test;

class AtomicModelsTest {
    private static final Expr X = address("x", Type.I32);
    private static final Expr EXPECTED = address("e", Type.I32);

    @Test
    void loadsAndStoresCarryTheirOrder() {
        assertThat(new FakeCall("__atomic_load_n", X, number(2)).text()).isEqualTo("%0 = load [acquire] x\n-> %0");
        assertThat(new FakeCall("__c11_atomic_load", X, number(5)).text()).isEqualTo("%0 = load [seq_cst] x\n-> %0");
        assertThat(new FakeCall("__atomic_store_n", X, number(1), number(3)).text())
                .isEqualTo("store [release] x = 1");
        assertThat(new FakeCall("__atomic_store_4", X, number(1), number(0)).text())
                .isEqualTo("store [relaxed] x = 1");
        assertThat(new FakeCall("__atomic_load", X, EXPECTED, number(0)).text())
                .isEqualTo("%0 = load [relaxed] x\nstore e = %0");
    }

    @Test
    void fetchAndAddYieldsTheOldValueAndAddAndFetchTheNew() {
        assertThat(new FakeCall("__sync_fetch_and_add", X, number(1)).text())
                .isEqualTo("%0 = add [seq_cst] x, 1\n-> %0");
        assertThat(new FakeCall("__atomic_add_fetch", X, number(1), number(4)).text())
                .startsWith("%0 = add [acq_rel] x, 1\n-> ")
                .contains("u32");
    }

    @Test
    void arithmeticOnPointersCountsBytesOrElements() {
        Expr p = address("p", new Type.Pointer(Type.I64));
        assertThat(new FakeCall("__sync_fetch_and_add", p, number(8)).text()).contains("add [seq_cst] (u64) p, 8u");
        assertThat(new FakeCall("__c11_atomic_fetch_add", p, number(2), number(5)).text())
                .contains("add [seq_cst] (u64) p, 2u * 8u");
    }

    @Test
    void compareExchangeWritesBackWhatItFound() {
        assertThat(new FakeCall("__atomic_compare_exchange_n", X, EXPECTED, number(7), number(0), number(5), number(5))
                        .text())
                .isEqualTo("""
                    %0 = load e
                    %1 = compare-exchange [seq_cst] x, %0 -> 7
                    if (!(%1 == %0)) goto then0 else goto end1
                    then0:
                    store e = %1
                    end1:
                    -> (u8) (%1 == %0)\
                    """);
        assertThat(new FakeCall("__sync_bool_compare_and_swap", X, number(0), number(1)).text())
                .isEqualTo("%0 = compare-exchange [seq_cst] x, 0 -> 1\n-> (u8) (%0 == 0)");
    }

    @Test
    void testAndSetWorksOnOneByte() {
        assertThat(new FakeCall("__atomic_test_and_set", address("f", Type.U8), number(2)).text())
                .isEqualTo("%0 = exchange [acquire] f, 1u\n-> (u8) (%0 != 0u)");
        assertThat(new FakeCall("__atomic_clear", address("f", Type.U8), number(3)).text())
                .isEqualTo("store [release] f = 0u");
        assertThat(new FakeCall("__sync_lock_release", X).text()).isEqualTo("store [release] x = 0");
        assertThat(new FakeCall("__sync_synchronize").text()).isEqualTo("fence [seq_cst]");
    }

    @Test
    void whatIsNoScalarIsRefused() {
        assertThatThrownBy(new FakeCall("__atomic_load_n", address("s", new Type.Struct("pair")), number(5))::call)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("struct pair");
        Expr d = address("d", new Type.Float(64));
        assertThatThrownBy(new FakeCall("__sync_fetch_and_add", d, local("v", new Type.Float(64)))::call)
                .isInstanceOf(InputException.class)
                .hasMessageContaining("atomic arithmetic on f64");
    }
}
