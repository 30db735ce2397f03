#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#define SHOW(call, then)                      \
    do {                                      \
        int value = (call);                   \
        printf("%d %d\n", value, (int) (then)); \
    } while (0)

struct node { int value; struct node *next; };

int main(void) {
    int x = 5, e = 4, r;
    SHOW(__sync_fetch_and_add(&x, 3), x);
    SHOW(__sync_sub_and_fetch(&x, 1), x);
    SHOW(__sync_fetch_and_nand(&x, 6), x);
    SHOW(__sync_nand_and_fetch(&x, 12), x);
    SHOW(__sync_bool_compare_and_swap(&x, 1, 2), x);
    SHOW(__sync_val_compare_and_swap(&x, x, 9), x);
    SHOW(__sync_lock_test_and_set(&x, 1), x);
    __sync_lock_release(&x);
    printf("%d\n", __atomic_load_n(&x, __ATOMIC_ACQUIRE));
    __atomic_store_n(&x, 5, __ATOMIC_RELEASE);
    SHOW(__atomic_compare_exchange_n(&x, &e, 6, 0, 5, 5), e);
    SHOW(__atomic_compare_exchange_n(&x, &e, 7, 0, 5, 5), x);
    __atomic_exchange(&x, &e, &r, __ATOMIC_SEQ_CST);
    SHOW(r, x);
    SHOW(__atomic_xor_fetch(&x, 3, 0), x);
    SHOW(__atomic_or_fetch(&x, 8, 0), x);
    SHOW(__atomic_and_fetch(&x, 12, 0), x);
    unsigned char small = 250;
    SHOW(__atomic_add_fetch(&small, 10, 5), small);
    SHOW(__atomic_fetch_sub(&small, 5, 5), small);
    int biggest = 2147483647;
    SHOW(__atomic_add_fetch(&biggest, 1, 5), biggest);
    _Bool flag = 0;
    SHOW(__atomic_test_and_set(&flag, 5), flag);
    SHOW(__atomic_test_and_set(&flag, 5), flag);
    __atomic_clear(&flag, 5);
    printf("%d\n", flag);

    atomic_int counter = ATOMIC_VAR_INIT(3);
    atomic_init(&counter, 10);
    SHOW(atomic_fetch_add(&counter, 2), counter);
    SHOW(atomic_fetch_or_explicit(&counter, 1, memory_order_relaxed), counter);
    counter++;
    counter += 4;
    SHOW(atomic_exchange(&counter, 1), atomic_load(&counter));
    int wanted = 0;
    while (!atomic_compare_exchange_weak(&counter, &wanted, 20)) {}
    SHOW(wanted, counter);
    int numbers[4] = {1, 2, 3, 4};
    _Atomic(int *) p = numbers;
    printf("%d\n", *atomic_load(&p));
    struct node first = {1, 0}, second = {2, &first};
    _Atomic(struct node *) top = &first;
    struct node *old = atomic_load(&top);
    SHOW(atomic_compare_exchange_strong(&top, &old, &second), atomic_load(&top)->next->value);
    SHOW(atomic_compare_exchange_strong(&top, &old, &first), old->value);
    atomic_flag lock = ATOMIC_FLAG_INIT;
    SHOW(atomic_flag_test_and_set(&lock), atomic_flag_test_and_set_explicit(&lock, memory_order_acquire));
    atomic_flag_clear(&lock);
    printf("%d\n", atomic_flag_test_and_set(&lock));
    atomic_bool ready = false;
    atomic_store(&ready, 2);
    printf("%d\n", atomic_load(&ready));
    atomic_thread_fence(memory_order_seq_cst);
    __sync_synchronize();
    return 0;
}
