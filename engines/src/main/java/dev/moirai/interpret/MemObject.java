package dev.moirai.interpret;

import dev.moirai.source.SourceSpan;
import org.jspecify.annotations.Nullable;

/**
 * An object in memory, alive or known to have been freed. Bytes lie in blocks made when first written. The hash covers
 * only what differs from the object's first contents, so a block that was never made and an untouched one hash alike.
 */
final class MemObject {
    /** The place under which size and kind of the object go into its hash; its contents have places from 0 on. */
    private static final long NATURE = -2;

    final Object owner;
    final AllocSite site;
    final int page;
    final int pages;
    final long size;
    /** Which of the objects of its place it is, from 1 on. Names show it; states that differ only in it are equal. */
    final int number;

    /** Whether it was made while main was alone: then every interleaving has it in the same pages. */
    boolean early;

    private final @Nullable Block[] blocks;
    /** Where the object was freed; absent while it lives. */
    @Nullable
    SourceSpan freedAt;
    /** Whether {@link #hash1} and {@link #hash2} are up to date and included in the memory's sums. */
    boolean hashed;
    /** Its index in the memory's list of changed objects, if it is not {@link #hashed}. */
    int changedAt;

    long hash1;
    long hash2;

    MemObject(Object owner, AllocSite site, int page, int pages, long size, int number) {
        this(
                owner,
                site,
                page,
                pages,
                size,
                number,
                new @Nullable Block[(int) (size + Block.SIZE - 1 >>> Block.SHIFT)]);
    }

    private MemObject(
            Object owner, AllocSite site, int page, int pages, long size, int number, @Nullable Block[] blocks) {
        this.owner = owner;
        this.site = site;
        this.page = page;
        this.pages = pages;
        this.size = size;
        this.number = number;
        this.blocks = blocks;
    }

    MemObject copy(Object newOwner) {
        var copy = new MemObject(newOwner, site, page, pages, size, number, blocks.clone());
        copy.early = early;
        copy.freedAt = freedAt;
        copy.hashed = hashed;
        copy.hash1 = hash1;
        copy.hash2 = hash2;
        return copy;
    }

    boolean isLive() {
        return freedAt == null;
    }

    /** Marks the object as freed at {@code where}, and drops its contents. */
    void end(SourceSpan where) {
        freedAt = where;
        java.util.Arrays.fill(blocks, null);
    }

    /**
     * The {@code count} bytes (at most eight) from {@code offset} on, undefined ones as zero. The range must lie inside
     * the object.
     */
    long get(long offset, int count) {
        int at = (int) offset & (Block.SIZE - 1);
        if (at + count > Block.SIZE) {
            int here = Block.SIZE - at;
            return get(offset, here) | get(offset + here, count - here) << (8 * here);
        }
        Block block = blocks[(int) (offset >>> Block.SHIFT)];
        return block == null ? 0 : block.get(at, count);
    }

    /** One non-zero byte for each undefined byte of the range. */
    long undefined(long offset, int count) {
        int at = (int) offset & (Block.SIZE - 1);
        if (at + count > Block.SIZE) {
            int here = Block.SIZE - at;
            return undefined(offset, here) | undefined(offset + here, count - here) << (8 * here);
        }
        Block block = blocks[(int) (offset >>> Block.SHIFT)];
        if (block != null) return block.undefined(at, count);
        return site.undefined() ? 0x0101_0101_0101_0101L >>> (64 - 8 * count) : 0;
    }

    /** Writes {@code count} bytes (at most eight). The writer must own this object, and it must not be {@link #hashed}. */
    void put(long offset, int count, long value) {
        int at = (int) offset & (Block.SIZE - 1);
        if (at + count > Block.SIZE) {
            int here = Block.SIZE - at;
            put(offset, here, value);
            put(offset + here, count - here, value >>> (8 * here));
            return;
        }
        ownBlock((int) (offset >>> Block.SHIFT)).put(at, count, value);
    }

    /** Copies the first {@code count} bytes to another object that the writer owns, except undefined ones. */
    void copyDefined(MemObject to, long count) {
        for (long i = 0; i < count; i++) if (undefined(i, 1) == 0) to.put(i, 1, get(i, 1));
    }

    private Block ownBlock(int index) {
        Block block = blocks[index];
        if (block == null) {
            long bytes = Math.min(Block.SIZE, size - ((long) index << Block.SHIFT));
            block = Block.create(owner, (int) bytes, site.undefined());
            blocks[index] = block;
        } else if (block.owner != owner) {
            block = block.copy(owner);
            blocks[index] = block;
        }
        return block;
    }

    void hash() {
        long sum1 = 0;
        long sum2 = 0;
        if (freedAt == null) {
            boolean undefined = site.undefined();
            for (int b = 0; b < blocks.length; b++) {
                Block block = blocks[b];
                if (block == null) continue;
                long place = (long) b << (Block.SHIFT - 2);
                for (int i = 0; i < block.words(); i++, place += 2) {
                    long word = block.word(i);
                    if (word != 0) {
                        sum1 += Mixing.first(place, word);
                        sum2 += Mixing.second(place, word);
                    }
                    long marks = block.marks(i, undefined);
                    if (marks != 0) {
                        sum1 += Mixing.first(place + 1, marks);
                        sum2 += Mixing.second(place + 1, marks);
                    }
                }
            }
            long nature = size << 8 | site.kind().ordinal() << 1 | (undefined ? 1 : 0);
            sum1 += Mixing.first(NATURE, nature);
            sum2 += Mixing.second(NATURE, nature);
        }
        hash1 = Mixing.first(page, sum1);
        hash2 = Mixing.second(page, sum2);
        hashed = true;
    }

    /** Visits the words of eight bytes in the contents that are not zero. */
    void forEachWord(java.util.function.LongConsumer visitor) {
        for (Block block : blocks) {
            if (block == null) continue;
            for (int i = 0; i < block.words(); i++) if (block.word(i) != 0) visitor.accept(block.word(i));
        }
    }
}
