package dev.moirai.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * How those who talk to each other know each other. On this machine alone they may do without; whoever is reached from
 * elsewhere needs TLS, in which both sides show a certificate of the key store, and the shared secret.
 */
final class Security {
    private static final int LEAST_SECRET = 16;
    private static final byte[] NO_SECRET = "moirai on one machine".getBytes(StandardCharsets.UTF_8);

    private final Optional<SSLContext> tls;
    private final byte[] secret;
    private final boolean hasSecret;

    private Security(Optional<SSLContext> tls, Optional<byte[]> secret) {
        this.tls = tls;
        this.secret = secret.orElse(NO_SECRET);
        this.hasSecret = secret.isPresent();
    }

    static Security none() {
        return new Security(Optional.empty(), Optional.empty());
    }

    /** Throws an {@link IllegalArgumentException} with a message for the user. */
    static Security of(Optional<Path> keyStore, Optional<Path> password, Optional<Path> secret) {
        if (keyStore.isPresent() != password.isPresent()) {
            throw new IllegalArgumentException("--keystore and --keystore-password go together");
        }
        return new Security(
                keyStore.map(path ->
                        context(path, new String(read(password.orElseThrow()), StandardCharsets.UTF_8).strip())),
                secret.map(Security::secret));
    }

    private static byte[] secret(Path path) {
        byte[] bytes = read(path);
        if (bytes.length < LEAST_SECRET) {
            throw new IllegalArgumentException("the secret in " + path + " is too short: " + LEAST_SECRET
                    + " bytes at least, as head -c 32 /dev/urandom gives them");
        }
        return bytes;
    }

    private static byte[] read(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read " + path + ": " + e.getMessage());
        }
    }

    private static SSLContext context(Path path, String password) {
        try (var in = Files.newInputStream(path)) {
            var store = KeyStore.getInstance("PKCS12");
            store.load(in, password.toCharArray());
            var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, password.toCharArray());
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted(store));
            var context = SSLContext.getInstance("TLSv1.3");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "no key store that opens with this password: " + path + " (" + e.getMessage() + ")");
        }
    }

    /** The certificates of the store, also those of its own keys: all nodes may share one. */
    private static KeyStore trusted(KeyStore store) throws GeneralSecurityException, IOException {
        var all = KeyStore.getInstance("PKCS12");
        all.load(null, null);
        for (var names = store.aliases(); names.hasMoreElements(); ) {
            String name = names.nextElement();
            all.setCertificateEntry(name, store.getCertificate(name));
        }
        return all;
    }

    byte[] secret() {
        return secret.clone();
    }

    /** Throws an {@link IllegalArgumentException} if an address needs more than there is. */
    void require(Address address) {
        if (address.isLoopback() || (tls.isPresent() && hasSecret)) return;
        throw new IllegalArgumentException(
                address + " is not on this machine alone: that needs TLS and a shared secret, --keystore FILE.p12"
                        + " --keystore-password FILE --secret FILE (docs/cluster.md says how to make them)");
    }

    ServerSocket listen(Address address) throws IOException {
        var server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(address.socket());
        return server;
    }

    Channel accepted(Socket socket) throws IOException {
        return secured(socket, "", 0, true);
    }

    Channel connected(Address address, int millis) throws IOException {
        var socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(address.host(), address.port()), millis);
            return secured(socket, address.host(), address.port(), false);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private Channel secured(Socket plain, String host, int port, boolean isServer) throws IOException {
        plain.setTcpNoDelay(true);
        if (tls.isEmpty()) return new Channel(plain, plain);
        var socket = (SSLSocket) tls.get().getSocketFactory().createSocket(plain, host, port, true);
        socket.setUseClientMode(!isServer);
        socket.setNeedClientAuth(true);
        return new Channel(plain, socket);
    }

    /** @param plain what lies below: closing it ends everything at once, whoever waits for whatever */
    record Channel(Socket plain, Socket socket) {}
}
