/* Products, quotients and shifts of 128 bits. Sums and the like are written out where they stand. Without loops that a
   value decides about, so that they can be unwound. */

typedef unsigned __int128 u128;
typedef unsigned long long u64;

/* The upper word of a wide result: see WideFunction. */
_Thread_local u64 __moirai_upper_result;

u64 __moirai_upper_product(u64 a, u64 b) {
    u64 a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
    u64 middle = a1 * b0 + (a0 * b0 >> 32);
    u64 other = a0 * b1 + (middle & 0xffffffff);
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

u128 __moirai_multiply128(u128 a, u128 b) {
    u64 low = (u64)a, by = (u64)b;
    u64 high = __moirai_upper_product(low, by) + low * (u64)(b >> 64) + (u64)(a >> 64) * by;
    return (u128)high << 64 | low * by;
}

/* The remainder; the quotient goes where the pointer says. */
static u128 divided(u128 a, u128 b, u128 *quotient) {
    if (!(a >> 64) && !(b >> 64)) {
        *quotient = (u64)a / (u64)b;
        return (u64)a % (u64)b;
    }
    u128 rest = 0, result = 0;
    for (int i = 0; i < 128; i++) {
        u64 carry = (u64)(rest >> 127);
        rest = rest << 1 | (u64)(a >> 127);
        a = a << 1;
        result = result << 1;
        if (carry || rest >= b) {
            rest = rest - b;
            result = result | 1;
        }
    }
    *quotient = result;
    return rest;
}

u128 __moirai_unsigned_divide128(u128 a, u128 b) {
    u128 quotient;
    divided(a, b, &quotient);
    return quotient;
}

u128 __moirai_unsigned_remainder128(u128 a, u128 b) {
    u128 quotient;
    return divided(a, b, &quotient);
}

__int128 __moirai_signed_divide128(__int128 a, __int128 b) {
    u128 quotient;
    divided(a < 0 ? -(u128)a : (u128)a, b < 0 ? -(u128)b : (u128)b, &quotient);
    return (a < 0) != (b < 0) ? -quotient : quotient;
}

__int128 __moirai_signed_remainder128(__int128 a, __int128 b) {
    u128 quotient;
    u128 rest = divided(a < 0 ? -(u128)a : (u128)a, b < 0 ? -(u128)b : (u128)b, &quotient);
    return a < 0 ? -rest : rest;
}

u128 __moirai_shift_left128(u128 a, int by) {
    u64 low = (u64)a, high = (u64)(a >> 64);
    by = by & 127;
    if (by == 0) return a;
    if (by >= 64) return (u128)(low << (by - 64)) << 64;
    return (u128)(high << by | low >> (64 - by)) << 64 | low << by;
}

u128 __moirai_shift_right128(u128 a, int by) {
    u64 low = (u64)a, high = (u64)(a >> 64);
    by = by & 127;
    if (by == 0) return a;
    if (by >= 64) return high >> (by - 64);
    return (u128)(high >> by) << 64 | (high << (64 - by) | low >> by);
}

__int128 __moirai_signed_shift128(__int128 a, int by) {
    return a < 0 ? ~__moirai_shift_right128(~(u128)a, by) : __moirai_shift_right128(a, by);
}
