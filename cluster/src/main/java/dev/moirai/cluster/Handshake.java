package dev.moirai.cluster;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The first bytes of a connection, of fixed lengths: what we are, which code, and that both know the secret without telling
 * it. Whoever writes anything else is not listened to any further.
 */
final class Handshake {
    private static final byte[] MAGIC = "MOIRAI01".getBytes(StandardCharsets.US_ASCII);
    private static final int NONCE = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] secret;
    private final byte[] code;

    /** @param code what tells this code from any other; 32 bytes */
    Handshake(byte[] secret, byte[] code) {
        this.secret = secret.clone();
        this.code = code.clone();
    }

    /** The side that was called. */
    void answer(DataInputStream in, DataOutputStream out) throws IOException {
        requireMagic(in);
        byte[] otherCode = exactly(in, code.length);
        byte[] theirs = exactly(in, NONCE);
        byte[] own = nonce();
        out.write(MAGIC);
        out.write(code);
        out.write(own);
        out.write(proof("node", theirs, own));
        out.flush();
        requireSameCode(otherCode);
        requireProof(exactly(in, NONCE), proof("asker", theirs, own));
    }

    /** The side that calls. */
    void begin(DataInputStream in, DataOutputStream out) throws IOException {
        byte[] own = nonce();
        out.write(MAGIC);
        out.write(code);
        out.write(own);
        out.flush();
        requireMagic(in);
        byte[] otherCode = exactly(in, code.length);
        byte[] theirs = exactly(in, NONCE);
        byte[] proof = exactly(in, NONCE);
        requireSameCode(otherCode);
        requireProof(proof, proof("node", own, theirs));
        out.write(proof("asker", own, theirs));
        out.flush();
    }

    private static void requireMagic(DataInputStream in) throws IOException {
        if (!Arrays.equals(exactly(in, MAGIC.length), MAGIC)) throw new IOException("this is not Moirai's protocol");
    }

    private void requireSameCode(byte[] other) throws IOException {
        if (!Arrays.equals(other, code)) throw new IOException("the other side is another build of Moirai");
    }

    private static void requireProof(byte[] given, byte[] expected) throws IOException {
        if (!MessageDigest.isEqual(given, expected)) throw new IOException("the other side does not know the secret");
    }

    private static byte[] exactly(DataInputStream in, int count) throws IOException {
        byte[] bytes = new byte[count];
        in.readFully(bytes);
        return bytes;
    }

    private static byte[] nonce() {
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        return nonce;
    }

    private byte[] proof(String who, byte[] asker, byte[] node) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update(who.getBytes(StandardCharsets.US_ASCII));
            mac.update(asker);
            mac.update(node);
            mac.update(code);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
