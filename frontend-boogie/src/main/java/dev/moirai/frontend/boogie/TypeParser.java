package dev.moirai.frontend.boogie;

import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/** Reads types. */
final class TypeParser {
    private final TokenStream in;

    TypeParser(TokenStream in) {
        this.in = in;
    }

    TypeText type() {
        if (in.at("[") || in.at("<")) return map();
        if (in.at("(")) return inBrackets();
        SourceSpan span = in.span();
        if (in.accept("int")) return new TypeText.Named("int", List.of(), span);
        if (in.accept("bool")) return new TypeText.Named("bool", List.of(), span);
        if (in.accept("real")) return new TypeText.Named("real", List.of(), span);
        if (in.peek().kind() != BoogieToken.Kind.NAME) throw in.missing("a type", "");
        String name = in.next().text();
        var arguments = new ArrayList<TypeText>();
        while (startsArgument()) arguments.add(argument());
        return new TypeText.Named(name, arguments, span);
    }

    private boolean startsArgument() {
        return in.peek().kind() == BoogieToken.Kind.NAME
                || in.at("int")
                || in.at("bool")
                || in.at("real")
                || in.at("(")
                || in.at("[");
    }

    /** A type that is an argument of another takes no arguments itself, unless it stands in brackets. */
    private TypeText argument() {
        if (in.peek().kind() != BoogieToken.Kind.NAME) return in.at("(") ? inBrackets() : type();
        SourceSpan span = in.span();
        return new TypeText.Named(in.next().text(), List.of(), span);
    }

    private TypeText inBrackets() {
        in.expect("(", "");
        TypeText type = type();
        in.expect(")", "after the type");
        return type;
    }

    private TypeText map() {
        SourceSpan span = in.span();
        List<String> parameters = parameters();
        in.expect("[", "before the types of a map's indices");
        var keys = new ArrayList<TypeText>();
        if (!in.at("]")) {
            do keys.add(type());
            while (in.accept(","));
        }
        in.expect("]", "after the types of a map's indices");
        return new TypeText.MapOf(parameters, keys, type(), span);
    }

    /** {@code <a, b>}, or nothing. */
    List<String> parameters() {
        var names = new ArrayList<String>();
        if (!in.accept("<")) return names;
        do names.add(in.expectName("the name of a type parameter").text());
        while (in.accept(","));
        in.expect(">", "after the type parameters");
        return names;
    }
}
