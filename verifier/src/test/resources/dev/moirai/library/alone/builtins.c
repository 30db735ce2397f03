#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned values[] = {1, 2, 3, 0x80, 0xff00, 0x7fffffff, 0x80000000, 0xffffffff};
    for (int i = 0; i < 8; i++) {
        unsigned v = values[i];
        unsigned long w = (unsigned long) v << 17 | 1ul << 40;
        printf("%d %d %d %d %d\n", __builtin_clz(v), __builtin_ctz(v), __builtin_popcount(v), __builtin_parity(v), __builtin_ffs((int) v));
        printf("%d %d %d %d\n", __builtin_clzl(w), __builtin_ctzll(w), __builtin_popcountl(w), __builtin_ffsl((long) w));
        printf("%x %x %lx\n", __builtin_bswap16((unsigned short) v), __builtin_bswap32(v), __builtin_bswap64(w));
        for (int j = 0; j < 8; j++) {
            int r;
            unsigned u;
            long l;
            int o = __builtin_add_overflow((int) v, (int) values[j], &r);
            printf("%d %d ", o, r);
            o = __builtin_mul_overflow(v, values[j], &u);
            printf("%d %u ", o, u);
            o = __builtin_sub_overflow((long) w, 1, &l);
            printf("%d %ld ", o, l);
            o = __builtin_smul_overflow((int) v, (int) values[j], &r);
            printf("%d %d ", o, r);
            o = __builtin_usub_overflow(v, values[j], &u);
            printf("%d %u\n", o, u);
        }
    }
    if (__builtin_expect(values[0] == 1, 1)) printf("%d\n", __builtin_abs(-4));
    char copy[4];
    __builtin_memcpy(copy, "abc", 4);
    printf("%s %lu %d\n", copy, __builtin_strlen(copy), __builtin_strcmp(copy, "abc"));
    int *p = __builtin_alloca(8);
    p[1] = 5;
    printf("%d\n", p[1]);
    return 0;
}
