package dev.moirai.witness.json;

/** Thrown when a text is not JSON, or not the document that is expected. */
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JsonException(String message) {
        super(message);
    }
}
