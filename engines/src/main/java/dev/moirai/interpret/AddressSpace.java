package dev.moirai.interpret;

import dev.moirai.ir.DataModel;

/**
 * How addresses are cut into pages and pages are given to owners. Every object starts in a page of its own, {@link
 * #base} bytes in, so that a pointer to a little before the object can still be told to belong to it. Page 0 is null's,
 * page 1 holds the functions, then come the globals, then a region of pages for each thread (so that independent
 * allocations commute), then a pool for what does not fit there. The last page holds only {@link #invalid}, the address
 * that a pointer gets when it is moved out of its object's pages.
 */
enum AddressSpace {
    LP64(32, 0x10000, 1 << 20, 20, 1000, Integer.MAX_VALUE),
    ILP32(16, 0x100, 1 << 12, 7, 256, 0xffff);

    static final int CODE_PAGE = 1;
    static final int CODE_STRIDE = 4;
    private static final int FIRST_STATIC_PAGE = 2;

    final int pageBits;
    final int base;
    final int ownRegions;
    private final int staticEnd;
    private final int ownBits;
    private final int poolStart;
    private final int invalidPage;

    AddressSpace(int pageBits, int base, int staticEnd, int ownBits, int ownRegions, int invalidPage) {
        this.pageBits = pageBits;
        this.base = base;
        this.staticEnd = staticEnd;
        this.ownBits = ownBits;
        this.ownRegions = ownRegions;
        this.poolStart = staticEnd + (ownRegions << ownBits);
        this.invalidPage = invalidPage;
    }

    static AddressSpace of(DataModel model) {
        return switch (model) {
            case LP64 -> LP64;
            case ILP32 -> ILP32;
        };
    }

    /** The address of the first byte of an object whose first page is {@code page}. */
    long address(int page) {
        return ((long) page << pageBits) + base;
    }

    /** The page of an address; negative for one beyond all pages. */
    int page(long address) {
        long page = address >>> pageBits;
        return page > invalidPage ? -1 : (int) page;
    }

    long offset(long address, int page) {
        return address - address(page);
    }

    long invalid() {
        return ((long) invalidPage << pageBits) + base;
    }

    boolean isInvalid(long address) {
        return address >>> pageBits == invalidPage;
    }

    /** How many pages an object takes, including room for a pointer past its end; -1 if it is too large. */
    int pagesFor(long bytes) {
        DataModel model = this == LP64 ? DataModel.LP64 : DataModel.ILP32;
        if (bytes < 0 || bytes > model.largestObject()) return -1;
        return (int) ((bytes + 2L * base - 1 >>> pageBits) + 1);
    }

    // ---- regions: 0 holds the globals, 1 + t the objects of thread t, the last is the pool ---------------------

    int staticRegion() {
        return 0;
    }

    int threadRegion(int thread) {
        return thread < ownRegions ? 1 + thread : pool();
    }

    int pool() {
        return 1 + ownRegions;
    }

    int regionOf(int page) {
        if (page < staticEnd) return 0;
        return page < poolStart ? 1 + (page - staticEnd >>> ownBits) : pool();
    }

    int firstPage(int region) {
        if (region == 0) return FIRST_STATIC_PAGE;
        return staticEnd + (region - 1 << ownBits);
    }

    int pagesIn(int region) {
        if (region == 0) return staticEnd - FIRST_STATIC_PAGE;
        return region == pool() ? invalidPage - poolStart : 1 << ownBits;
    }
}
