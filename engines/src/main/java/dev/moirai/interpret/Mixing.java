package dev.moirai.interpret;

/** Two independent 64-bit hashes of a word at a place: the finalisers of SplittableRandom (Stafford's mix 13) and MurmurHash3. */
final class Mixing {
    private Mixing() {}

    static long first(long place, long word) {
        long z = word + (place + 1) * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    static long second(long place, long word) {
        long z = word ^ ((place + 0x2545f4914f6cdd1dL) * 0xd6e8feb86659fd93L);
        z = (z ^ (z >>> 33)) * 0xff51afd7ed558ccdL;
        z = (z ^ (z >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return z ^ (z >>> 33);
    }
}
