package dev.moirai.witness.sarif;

import dev.moirai.property.Violation;
import dev.moirai.witness.report.Dossier;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * By which a violation is known again after the file has changed elsewhere: property, file, function and text of the lines,
 * but no line numbers and no numbers of threads.
 */
final class ResultFingerprint {
    private ResultFingerprint() {}

    static String of(Violation violation, Dossier dossier) {
        var text = new StringBuilder(violation.property().word());
        violation.places().stream()
                .map(place -> "\n" + place.span().file() + "\n" + place.function() + "\n"
                        + dossier.line(place.span()).strip())
                .distinct()
                .sorted()
                .forEach(text::append);
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
