package dev.moirai.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The manual page and the completions of a release, made from the commands' own options. */
public final class Manual {
    private Manual() {}

    /** @param args {@code man}, {@code bash}, {@code zsh} or {@code fish} */
    public static void main(String[] args) {
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        out.print(of(args[0]));
        out.flush();
    }

    static String of(String kind) {
        return switch (kind) {
            case "man" -> page();
            case "bash" -> bash();
            case "zsh" -> "#compdef moirai\nautoload -U +X bashcompinit && bashcompinit\n" + bash();
            case "fish" -> fish();
            default -> throw new IllegalArgumentException(kind);
        };
    }

    // ---- the manual page -----------------------------------------------------------------------------------------

    private static String page() {
        var text = new StringBuilder();
        text.append(".TH MOIRAI 1 \"\" \"moirai ").append(Version.number()).append("\" \"User Commands\"\n");
        text.append(".SH NAME\nmoirai \\- finds, explains, replays and rules out concurrency bugs\n");
        text.append(".SH SYNOPSIS\n.B moirai\n.I COMMAND FILE...\n[\\fIoptions\\fR]\n");
        text.append(".SH COMMANDS\n");
        for (Commands.Entry entry : Commands.ALL) {
            text.append(".SS moirai ").append(roff(entry.name())).append('\n');
            text.append(roff(entry.summary())).append('\n');
            for (Option<?> option : Commands.command(entry.name()).syntax().options()) {
                text.append(".TP\n.B ").append(roff(Help.term(option))).append('\n');
                text.append(roff(option.help())).append('\n');
            }
        }
        text.append(".SH EXIT STATUS\n");
        text.append(".TP\n.B 0\nno violation was found\n.TP\n.B 1\na violation\n");
        text.append(".TP\n.B 2\nbad usage or input\n.TP\n.B 3\nunknown\n.TP\n.B 130\ninterrupted\n");
        return text.toString();
    }

    /** A line may not begin with a dot or a quotation mark, which would make it a request. */
    private static String roff(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }

    // ---- completions ---------------------------------------------------------------------------------------------

    private static String bash() {
        var cases = new StringBuilder();
        for (Commands.Entry entry : Commands.ALL) {
            cases.append("    ").append(entry.name()).append(") options='");
            cases.append(String.join(" ", names(entry.name()))).append("' ;;\n");
        }
        return """
            _moirai() {
              local word=${COMP_WORDS[COMP_CWORD]} options=
              if [ "$COMP_CWORD" -eq 1 ]; then
                COMPREPLY=($(compgen -W '%s' -- "$word"))
                return
              fi
              case ${COMP_WORDS[1]} in
            %s  esac
              case $word in
                -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
                *) COMPREPLY=($(compgen -f -- "$word")) ;;
              esac
            }
            complete -o filenames -F _moirai moirai
            """.formatted(String.join(" ", commands()), cases);
    }

    private static String fish() {
        var text = new StringBuilder();
        for (Commands.Entry entry : Commands.ALL) {
            text.append(String.format(
                    Locale.ROOT,
                    "complete -c moirai -n __fish_use_subcommand -f -a %s -d %s%n",
                    entry.name(),
                    quoted(entry.summary())));
            for (Option<?> option : Commands.command(entry.name()).syntax().options()) {
                for (String name : option.names()) {
                    if (!isOption(name)) continue;
                    text.append(String.format(
                            Locale.ROOT,
                            "complete -c moirai -n '__fish_seen_subcommand_from %s' %s%s -d %s%n",
                            entry.name(),
                            name.startsWith("--") ? "-l " + name.substring(2) : "-o " + name.substring(1),
                            option.isFlag() ? "" : " -r",
                            quoted(option.help())));
                }
            }
        }
        return text.toString();
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }

    private static List<String> commands() {
        var names = new ArrayList<String>();
        for (Commands.Entry entry : Commands.ALL) names.add(entry.name());
        names.addAll(List.of("help", "--help", "--version"));
        return names;
    }

    private static List<String> names(String command) {
        var names = new ArrayList<String>();
        for (Option<?> option : Commands.command(command).syntax().options()) {
            for (String name : option.names()) if (isOption(name)) names.add(name);
        }
        names.add("--help");
        return names;
    }

    /** Not what stands in the help for many, such as gcc's own options. */
    private static boolean isOption(String name) {
        return name.matches("-{1,2}[A-Za-z0-9][A-Za-z0-9-]*");
    }
}
