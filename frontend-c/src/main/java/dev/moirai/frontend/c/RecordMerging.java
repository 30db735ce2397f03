package dev.moirai.frontend.c;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Structs and unions that several files declare are one type if they have the same tag and the same members (C11
 * 6.2.7): the first of them then speaks for the others. Those that only share a tag stay apart, as in two files that
 * each have a {@code struct node} of their own. One that is never completed in its file is what the others say, if they
 * agree.
 *
 * <p>Types may refer to each other, so two are taken to be the same until a difference is found.
 */
final class RecordMerging {
    /** The pairs that are taken to be the same while two records are compared. */
    private final Map<RecordType, RecordType> assumed = new HashMap<>();

    private RecordMerging() {}

    static void merge(Collection<RecordType> records, Layouts layouts) {
        var byTag = new LinkedHashMap<String, List<RecordType>>();
        for (RecordType record : records)
            byTag.computeIfAbsent(record.sourceTag(), _ -> new ArrayList<>()).add(record);
        for (List<RecordType> alike : byTag.values()) if (!alike.getFirst().isAnonymous()) mergeComplete(alike);
        for (List<RecordType> alike : byTag.values()) mergeIncomplete(alike);
        for (RecordType record : records) {
            if (record.speaker() == record && record.isComplete()) {
                record.renewLayout(layouts);
                layouts.completed(record);
            }
        }
    }

    private static void mergeComplete(List<RecordType> alike) {
        var speakers = new ArrayList<RecordType>();
        for (RecordType record : alike) {
            if (!record.isComplete() || record.speaker() != record) continue;
            boolean merged = false;
            for (int i = 0; i < speakers.size() && !merged; i++) {
                merged = new RecordMerging().mergeIfSame(speakers.get(i), record);
            }
            if (!merged) speakers.add(record);
        }
    }

    private static void mergeIncomplete(List<RecordType> alike) {
        List<RecordType> complete = alike.stream()
                .filter(RecordType::isComplete)
                .map(RecordType::speaker)
                .distinct()
                .toList();
        if (complete.size() > 1) return;
        // The first has the tag without a number.
        RecordType speaker = alike.getFirst().speaker();
        if (!complete.isEmpty() && !speaker.isComplete()) speaker.completeAs(complete.getFirst());
        for (RecordType record : alike) {
            if (record.speaker() != speaker) record.speaker().speaker(speaker);
        }
    }

    private boolean mergeIfSame(RecordType speaker, RecordType record) {
        if (!same(speaker, record)) return false;
        assumed.forEach((other, first) -> {
            if (other.speaker() != first.speaker()) other.speaker().speaker(first.speaker());
        });
        return true;
    }

    private boolean same(RecordType a, RecordType b) {
        RecordType first = a.speaker();
        RecordType other = b.speaker();
        if (first == other || assumed.get(other) == first) return true;
        if (!first.sourceTag().equals(other.sourceTag())) return false;
        // What is incomplete here is compared by its tag alone, and merged by it later.
        if (!first.isComplete() || !other.isComplete()) return true;
        if (first.size() != other.size() || first.alignment() != other.alignment()) return false;
        List<RecordType.Field> ours = first.fields();
        List<RecordType.Field> theirs = other.fields();
        if (ours.size() != theirs.size()) return false;
        assumed.put(other, first);
        for (int i = 0; i < ours.size(); i++) if (!same(ours.get(i), theirs.get(i))) return false;
        return true;
    }

    private boolean same(RecordType.Field a, RecordType.Field b) {
        return a.name().equals(b.name())
                && a.offset() == b.offset()
                && a.bits().equals(b.bits())
                && Compatibility.compatible(a.type(), b.type(), this::same);
    }
}
