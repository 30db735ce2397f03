package dev.moirai.cluster;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Where a node listens. */
record Address(String host, int port) {
    static final int USUAL_PORT = 7717;

    /** {@code HOST:PORT}, {@code HOST} or {@code :PORT}; throws an {@link IllegalArgumentException} with a message for the user. */
    static Address of(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? text : text.substring(0, colon);
        try {
            int port = colon < 0 ? USUAL_PORT : Integer.parseInt(text.substring(colon + 1));
            if (port < 0 || port > 65_535) throw new NumberFormatException();
            return new Address(host.isEmpty() ? "127.0.0.1" : host.replaceAll("[\\[\\]]", ""), port);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("an address is HOST:PORT, and not " + text);
        }
    }

    InetSocketAddress socket() {
        return new InetSocketAddress(host, port);
    }

    boolean isLoopback() {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
