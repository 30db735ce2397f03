package dev.moirai.cli;

/** Thrown if the command line is wrong: exit code 2, with this message and, if there is a similar word, a suggestion. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }

    /** Suggests the word of {@code known} that is most similar to the unknown one, if the latter may be a typing error. */
    static UsageException unknown(String kind, String word, Iterable<String> known) {
        String best = "";
        int bestDistance = Math.max(2, word.length() / 3) + 1;
        for (String candidate : known) {
            int distance = distance(word, candidate);
            if (distance < bestDistance || (candidate.startsWith(word) && best.isEmpty())) {
                best = candidate;
                bestDistance = distance;
            }
        }
        String suggestion = best.isEmpty() ? "" : ". Did you mean " + best + "?";
        return new UsageException("unknown " + kind + " '" + word + "'" + suggestion);
    }

    /** The Levenshtein distance. */
    private static int distance(String left, String right) {
        var row = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) row[j] = j;
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int replaced = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[right.length()];
    }
}
