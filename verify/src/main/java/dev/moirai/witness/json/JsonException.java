package dev.moirai.witness.json;

/** A text is not JSON, or not the document it should be. */
public final class JsonException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JsonException(String message) {
        super(message);
    }
}
