package dev.moirai.interpret;

import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * All objects of a state. Regions, chunks, objects and blocks carry the token of the state that may change them; a fork
 * gives both states new tokens, so whatever one of them writes is copied first and the rest stays shared.
 */
final class Memory {
    // These keep the search for reusable pages cheap: it may read so many bytes for each freed object, and if many
    // freed objects are still pointed to, their number must double before the next search.
    private static final long SEARCH_PER_DEAD = 256;
    private static final int FEW_DEAD = 32;
    private static final int OBJECT_OVERHEAD = 16;

    final AddressSpace space;
    private Object token = new Object();
    private @Nullable Region[] regions;
    /** The bytes of all live objects that may contain a pointer. */
    private long liveBytes;
    /** How many objects each place has put on the heap, to number them; shared with other states until one changes it. */
    private HashMap<SourceSpan, Integer> allocations;

    private Object allocationsOwner;

    // What memory adds to the fingerprint: sums over the hashes of all objects, except the changed ones, which are
    // added later.
    private long sum1;
    private long sum2;
    private final ArrayList<MemObject> changed = new ArrayList<>(4);

    Memory(AddressSpace space) {
        this.space = space;
        this.regions = new @Nullable Region[4];
        this.allocations = new HashMap<>();
        this.allocationsOwner = token;
    }

    private Memory(Memory from) {
        this.space = from.space;
        this.regions = from.regions.clone();
        this.liveBytes = from.liveBytes;
        this.allocations = from.allocations;
        this.allocationsOwner = from.allocationsOwner;
        this.sum1 = from.sum1;
        this.sum2 = from.sum2;
    }

    Memory fork() {
        hashAll();
        token = new Object();
        return new Memory(this);
    }

    /** The object whose pages hold the address, alive or freed. */
    @Nullable
    MemObject find(long address) {
        int page = space.page(address);
        return page < 0 ? null : at(page);
    }

    private @Nullable MemObject at(int page) {
        int number = space.regionOf(page);
        Region region = region(number);
        if (region == null) return null;
        int index = page - space.firstPage(number);
        return index < 0 ? null : region.get(index);
    }

    private @Nullable Region region(int number) {
        int slot = slot(number);
        return slot < regions.length ? regions[slot] : null;
    }

    /** The index of a region in the array. The pool comes right after the globals, to keep the array short. */
    private int slot(int region) {
        if (region == 0) return 0;
        return region == space.pool() ? 1 : region + 1;
    }

    private Region ownRegion(int number) {
        int slot = slot(number);
        if (slot >= regions.length) regions = Arrays.copyOf(regions, Math.max(slot + 1, regions.length * 2));
        Region region = regions[slot];
        if (region == null) {
            region = new Region(token);
            regions[slot] = region;
        } else if (region.owner != token) {
            region = region.copy(token);
            regions[slot] = region;
        }
        return region;
    }

    /** The object for writing: a copy of its own if this state shared it. */
    MemObject own(MemObject object) {
        MemObject own = object;
        if (own.owner != token) {
            own = own.copy(token);
            int number = space.regionOf(own.page);
            ownRegion(number).put(own.page - space.firstPage(number), own);
        }
        if (own.hashed) {
            sum1 -= own.hash1;
            sum2 -= own.hash2;
            own.hashed = false;
            addChanged(own);
        }
        return own;
    }

    /** A new object, or null if the address space has no room for it. {@code roots} are the pointers that threads hold. */
    @Nullable
    MemObject allocate(int regionNumber, AllocSite site, long size, Roots roots) {
        int pages = space.pagesFor(size);
        if (pages < 0) return null;
        Region region = ownRegion(regionNumber);
        if (worthSearching(region, roots)) forgetUnreachable(regionNumber, roots);
        int index = region.unusedRun(pages);
        if (index + pages > space.pagesIn(regionNumber)) {
            return regionNumber == space.pool() ? null : allocate(space.pool(), site, size, roots);
        }
        int number = site.kind() == AllocSite.Kind.HEAP ? numberAt(site.span()) : 1;
        var object = new MemObject(token, site, space.firstPage(regionNumber) + index, pages, size, number);
        region.put(index, object);
        addChanged(object);
        liveBytes += size + OBJECT_OVERHEAD;
        return object;
    }

    private int numberAt(SourceSpan place) {
        if (allocationsOwner != token) {
            allocations = new HashMap<>(allocations);
            allocationsOwner = token;
        }
        Integer before = allocations.get(place);
        int number = before == null ? 1 : before + 1;
        allocations.put(place, number);
        return number;
    }

    void end(MemObject object, SourceSpan where) {
        own(object).end(where);
        ownRegion(space.regionOf(object.page)).dead++;
        liveBytes -= object.size + OBJECT_OVERHEAD;
    }

    // ---- pages of freed objects are reused when no pointer into them is left ---------------------------------

    /** Everything outside memory that may hold a pointer. */
    interface Roots {
        void forEach(LongConsumer visitor);

        /** About how many bytes there are to visit. */
        long bytes();
    }

    private boolean worthSearching(Region region, Roots roots) {
        return region.dead > 0
                && (region.dead <= FEW_DEAD || region.dead >= 2 * region.reached)
                && region.dead * SEARCH_PER_DEAD >= liveBytes + roots.bytes();
    }

    private void forgetUnreachable(int regionNumber, Roots roots) {
        Region region = ownRegion(regionNumber);
        int first = space.firstPage(regionNumber);
        var unreached = new HashMap<Integer, MemObject>();
        for (int i = 0; i < region.top(); i++) {
            MemObject object = region.get(i);
            if (object != null && !object.isLive()) unreached.put(object.page, object);
        }
        LongConsumer reach = value -> {
            int page = space.page(value);
            if (page < first || unreached.isEmpty()) return;
            MemObject object = at(page);
            if (object != null) unreached.remove(object.page);
        };
        roots.forEach(reach);
        forEachLive(object -> object.forEachWord(word -> {
            if (space.pageBits == 32) {
                reach.accept(word);
            } else {
                reach.accept(word & 0xffff_ffffL);
                reach.accept(word >>> 32);
            }
        }));
        for (MemObject object : unreached.values()) {
            MemObject own = own(object);
            removeChanged(own);
            region.forget(own.page - first, own);
            region.dead--;
        }
        region.reached = region.dead;
    }

    private void forEachLive(Consumer<MemObject> visitor) {
        for (int slot = 0; slot < regions.length; slot++) {
            Region region = regions[slot];
            if (region == null) continue;
            MemObject before = null;
            for (int i = 0; i < region.top(); i++) {
                MemObject object = region.get(i);
                if (object != null && object != before && object.isLive()) visitor.accept(object);
                before = object;
            }
        }
    }

    // ---- fingerprint -------------------------------------------------------------------------------------------

    private void addChanged(MemObject object) {
        object.changedAt = changed.size();
        changed.add(object);
    }

    private void removeChanged(MemObject object) {
        MemObject last = changed.removeLast();
        if (last == object) return;
        last.changedAt = object.changedAt;
        changed.set(object.changedAt, last);
    }

    private void hashAll() {
        for (MemObject object : changed) {
            object.hash();
            sum1 += object.hash1;
            sum2 += object.hash2;
        }
        changed.clear();
    }

    long sum1() {
        hashAll();
        return sum1;
    }

    long sum2() {
        hashAll();
        return sum2;
    }
}
