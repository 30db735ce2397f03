package dev.moirai.cli;

import dev.moirai.verify.engine.Grid;
import java.nio.file.Path;
import java.util.Optional;

/** What nodes and those who ask need to trust each other beyond one machine. */
final class CredentialOptions {
    private final Option<Optional<Path>> keyStore;
    private final Option<Optional<Path>> password;
    private final Option<Optional<Path>> secret;

    CredentialOptions(Syntax syntax) {
        keyStore = syntax.value(
                "--keystore",
                "FILE",
                Optional.empty(),
                "For a cluster of several machines: the key store (PKCS12) with the own key and the certificates of the"
                        + " others.",
                Readers::optionalPath);
        password = syntax.value(
                "--keystore-password", "FILE", Optional.empty(), "The file with its password.", Readers::optionalPath);
        secret = syntax.value(
                "--secret",
                "FILE",
                Optional.empty(),
                "The file with the secret that all nodes, and those who ask them, share.",
                Readers::optionalPath);
    }

    /** Where they would do nothing. */
    void refuse(String why) {
        if (keyStore.isGiven() || password.isGiven() || secret.isGiven()) {
            throw new UsageException("--keystore, --keystore-password and --secret: " + why);
        }
    }

    Grid.Credentials value() {
        return new Grid.Credentials(keyStore.value(), password.value(), secret.value());
    }
}
