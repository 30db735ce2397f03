package dev.moirai.predict;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Tells whether two machines have the same candidates under the same numbers. */
final class CandidatesFingerprint {
    private CandidatesFingerprint() {}

    static String of(List<Candidate> all) {
        try {
            var sum = MessageDigest.getInstance("SHA-256");
            for (Candidate candidate : all) {
                String line = candidate.property() + " " + candidate + " " + candidate.places() + " "
                        + candidate.claims().size() + "\n";
                sum.update(line.getBytes(StandardCharsets.UTF_8));
            }
            return HexFormat.of().formatHex(sum.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
