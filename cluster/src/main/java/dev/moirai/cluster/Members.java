package dev.moirai.cluster;

import dev.moirai.cluster.Message.Member;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who there is, as far as one has heard; who was not heard of for a while is forgotten. */
final class Members {
    static final long REMEMBERED_MILLIS = 30_000;
    /** So many there may be. */
    private static final int MOST = 10_000;

    /** When each was last heard of, by the system's nanoseconds. */
    private final Map<Address, Long> heard = new HashMap<>();

    synchronized void hear(Address address, long age) {
        long when = System.nanoTime() - Math.max(0, age) * 1_000_000;
        if (age < REMEMBERED_MILLIS && (heard.size() < MOST || heard.containsKey(address))) {
            heard.merge(address, when, (one, other) -> one - other > 0 ? one : other);
        }
    }

    synchronized void hear(List<Member> others) {
        for (Member other : others) {
            if (other.age() >= 0 && other.port() > 0 && other.port() < 65_536) hear(other.address(), other.age());
        }
    }

    synchronized List<Address> all() {
        long now = System.nanoTime();
        heard.values().removeIf(when -> (now - when) / 1_000_000 > REMEMBERED_MILLIS);
        return List.copyOf(heard.keySet());
    }

    synchronized List<Member> told() {
        long now = System.nanoTime();
        var members = new ArrayList<Member>();
        for (Address address : all()) {
            members.add(
                    new Member(address.host(), address.port(), (now - heard.getOrDefault(address, now)) / 1_000_000));
        }
        return members;
    }
}
