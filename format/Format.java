import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.JavaFormatterOptions.Style;

/** Checks ({@code check}) or rewrites ({@code write}) the layout of every Java source below the current folder. */
void main(String[] args) throws Exception {
    boolean write = args.length > 0 && args[0].equals("write");
    var formatter = Formatter.createFormatter(
            JavaFormatterOptions.builder().style(Style.PALANTIR).build());
    List<Path> sources;
    try (var files = Files.walk(Path.of("."))) {
        sources = files.filter(file -> file.toString().endsWith(".java"))
                .filter(file -> !file.toString().contains("/target/"))
                .filter(file -> !file.endsWith("Format.java"))
                .sorted()
                .toList();
    }
    var wrong = new ArrayList<Path>();
    for (Path file : sources) {
        String before = Files.readString(file);
        String after;
        try {
            after = formatter.formatSourceAndFixImports(before);
        } catch (Exception e) {
            IO.println(file + ": cannot be parsed: " + e.getMessage());
            wrong.add(file);
            continue;
        }
        if (after.equals(before)) continue;
        if (write) Files.writeString(file, after);
        else wrong.add(file);
    }
    if (wrong.isEmpty()) {
        IO.println("layout: " + sources.size() + " Java files " + (write ? "written" : "checked"));
        return;
    }
    wrong.forEach(file -> IO.println("layout differs: " + file));
    IO.println("run: mvn -q -pl format verify -Dformat=write");
    System.exit(1);
}
