package dev.moirai.frontend.boogie;

import java.util.Collection;

/** Which known name the user may have meant. */
final class Spelling {
    private Spelling() {}

    /** A hint that names the nearest of the known names, or an empty string. */
    static String hint(String name, Collection<String> known) {
        if (name.length() < 3) return ""; // everything is near
        String best = "";
        int least = Math.max(1, name.length() / 3) + 1;
        for (String candidate : known) {
            if (Math.abs(candidate.length() - name.length()) >= least) continue;
            int distance = distance(name, candidate);
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        return best.isEmpty() ? "" : "did you mean " + best + "?";
    }

    /** How many letters must be changed, added or taken away. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) row[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
