package dev.moirai.witness.svcomp;

import static dev.moirai.witness.report.Markup.escaped;

import dev.moirai.schedule.Remark;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Witnesses as GraphML, format 1.0. That of a violation is a chain of nodes whose edges say which thread ({@code threadId})
 * passes which line, and which starts another ({@code createThread}); what was chosen freely stands under a key of our own. That
 * of a proof is the entry alone.
 */
public final class GraphMl {
    private static final String CHOICES = "moirai.choices";

    private static final List<String> KEYS_OF_EDGES = List.of(
            "startline", "endline", "threadId", "createThread", "enterFunction", "sourcecode", "assumption", CHOICES);

    private static final List<String> KEYS_OF_GRAPH = List.of(
            "witness-type",
            "sourcecodelang",
            "producer",
            "specification",
            "programfile",
            "programhash",
            "architecture",
            "creationtime");

    private GraphMl() {}

    // ---- writing -------------------------------------------------------------------------------------------------

    public static String write(CorrectnessWitness witness) {
        StringBuilder out = begun("correctness_witness", witness.origin());
        out.append("    <node id=\"n0\">\n");
        data(out, "      ", "entry", "true");
        return out.append("    </node>\n  </graph>\n</graphml>\n").toString();
    }

    /** What stands before the nodes. */
    private static StringBuilder begun(String type, WitnessOrigin origin) {
        var out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n")
                .append("<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\""
                        + " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n");
        for (String key : KEYS_OF_GRAPH) key(out, key, "graph", "string");
        for (String key : List.of("entry", "violation")) key(out, key, "node", "boolean");
        for (String key : KEYS_OF_EDGES) key(out, key, "edge", key.endsWith("line") ? "int" : "string");
        out.append("  <graph edgedefault=\"directed\">\n");
        data(out, "    ", "witness-type", type);
        data(out, "    ", "sourcecodelang", "C");
        data(out, "    ", "producer", "Moirai " + origin.version());
        data(out, "    ", "specification", origin.goal());
        data(out, "    ", "programfile", origin.file());
        data(out, "    ", "programhash", origin.hash());
        data(out, "    ", "architecture", origin.is32Bit() ? "32bit" : "64bit");
        data(out, "    ", "creationtime", origin.created());
        return out;
    }

    public static String write(ViolationWitness witness) {
        StringBuilder out = begun("violation_witness", witness.origin());
        List<ViolationWitness.Numbered> steps = witness.steps();
        for (int i = 0; i <= steps.size(); i++) {
            out.append("    <node id=\"n").append(i).append('"');
            if (i > 0 && i < steps.size()) {
                out.append("/>\n");
                continue;
            }
            out.append(">\n");
            if (i == 0) data(out, "      ", "entry", "true");
            if (i == steps.size()) data(out, "      ", "violation", "true");
            out.append("    </node>\n");
        }
        for (int i = 0; i < steps.size(); i++) edge(out, i, steps.get(i), i == 0);
        return out.append("  </graph>\n</graphml>\n").toString();
    }

    private static void edge(StringBuilder out, int number, ViolationWitness.Numbered step, boolean isFirst) {
        out.append("    <edge source=\"n")
                .append(number)
                .append("\" target=\"n")
                .append(number + 1)
                .append("\">\n");
        int line = step.step().span().line();
        if (line > 0) {
            data(out, "      ", "startline", Integer.toString(line));
            data(out, "      ", "endline", Integer.toString(line));
        }
        data(out, "      ", "threadId", Integer.toString(step.thread()));
        step.starts().ifPresent(started -> data(out, "      ", "createThread", started.toString()));
        if (isFirst) data(out, "      ", "enterFunction", "main");
        if (!step.step().text().isEmpty())
            data(out, "      ", "sourcecode", step.step().text());
        for (Remark remark : step.step().remarks()) {
            // Other tools read what input functions returned here; all that was free, in its order, is in our own key
            // below.
            if (remark.input().isPresent() && remark.input().get().variable().isEmpty()) {
                data(
                        out,
                        "      ",
                        "assumption",
                        "\\result == " + remark.input().get().value());
                break;
            }
        }
        if (!step.step().choices().isEmpty()) {
            data(
                    out,
                    "      ",
                    CHOICES,
                    step.step().choices().stream().map(String::valueOf).collect(Collectors.joining(" ")));
        }
        out.append("    </edge>\n");
    }

    private static void key(StringBuilder out, String name, String of, String type) {
        out.append("  <key attr.name=\"").append(name).append("\" attr.type=\"").append(type);
        out.append("\" for=\"").append(of).append("\" id=\"").append(name).append("\"/>\n");
    }

    private static void data(StringBuilder out, String indent, String key, String value) {
        out.append(indent)
                .append("<data key=\"")
                .append(key)
                .append("\">")
                .append(escaped(value))
                .append("</data>\n");
    }

    // ---- reading -------------------------------------------------------------------------------------------------

    /** Throws an {@link IllegalArgumentException} if this is no violation witness with a way to its violation. */
    public static Course read(String text) {
        Element root = parsed(text);
        Element graph = first(root, "graph")
                .orElseThrow(() -> new IllegalArgumentException("this is no GraphML: it has no graph"));
        Map<String, String> about = data(graph);
        String type = about.getOrDefault("witness-type", "violation_witness");
        if (!type.equals("violation_witness")) {
            throw new IllegalArgumentException("this is a " + type + ": only violation witnesses can be followed");
        }
        String entry = "";
        Set<String> ends = new HashSet<>();
        for (Element node : children(graph, "node")) {
            Map<String, String> of = data(node);
            if ("true".equals(of.get("entry"))) entry = node.getAttribute("id");
            if ("true".equals(of.get("violation"))) ends.add(node.getAttribute("id"));
        }
        Map<String, List<Element>> from = new HashMap<>();
        for (Element edge : children(graph, "edge")) {
            from.computeIfAbsent(edge.getAttribute("source"), _ -> new ArrayList<>())
                    .add(edge);
        }
        List<Map<String, String>> way = way(entry, ends, from);
        Map<Course.Free, List<Long>> inputs = new HashMap<>();
        for (Map<String, String> edge : way) {
            var of = new Course.Free(edge.getOrDefault("threadId", "0"), "");
            Course.result(edge.getOrDefault("assumption", ""))
                    .ifPresent(value ->
                            inputs.computeIfAbsent(of, _ -> new ArrayList<>()).add(value));
        }
        return new Course(
                about.getOrDefault("specification", ""),
                way.stream().map(GraphMl::passing).toList(),
                inputs,
                Course.Names.FREE);
    }

    /** A way from the entry to a violation, by depth-first search: witnesses may have sinks and branches. */
    private static List<Map<String, String>> way(String entry, Set<String> ends, Map<String, List<Element>> from) {
        Map<String, Element> reachedBy = new HashMap<>();
        var open = new ArrayList<String>();
        open.add(entry);
        Set<String> seen = new HashSet<>(open);
        String end = "";
        while (!open.isEmpty() && end.isEmpty()) {
            String node = open.removeFirst();
            if (ends.contains(node)) end = node;
            for (Element edge : from.getOrDefault(node, List.of())) {
                if (!seen.add(edge.getAttribute("target"))) continue;
                reachedBy.put(edge.getAttribute("target"), edge);
                open.add(edge.getAttribute("target"));
            }
        }
        if (end.isEmpty()) throw new IllegalArgumentException("no way leads from the entry to a violation");
        var passings = new ArrayList<Map<String, String>>();
        for (Element edge = reachedBy.get(end); edge != null; edge = reachedBy.get(edge.getAttribute("source"))) {
            passings.addFirst(data(edge));
        }
        return passings;
    }

    private static Course.Passing passing(Map<String, String> data) {
        var choices = new ArrayList<Long>();
        try {
            for (String word : data.getOrDefault(CHOICES, "").split(" ")) {
                if (!word.isBlank()) choices.add(Long.parseLong(word));
            }
            String line = data.getOrDefault("startline", "0");
            return new Course.Passing(
                    data.getOrDefault("threadId", "0"),
                    Integer.parseInt(line.strip()),
                    Optional.ofNullable(data.get("createThread")),
                    choices);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("an edge has what is no number: " + e.getMessage(), e);
        }
    }

    private static Element parsed(String text) {
        try {
            var factory = DocumentBuilderFactory.newInstance();
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            var builder = factory.newDocumentBuilder();
            builder.setErrorHandler(null);
            return builder.parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)))
                    .getDocumentElement();
        } catch (SAXException | IOException e) {
            throw new IllegalArgumentException("this is no XML: " + e.getMessage(), e);
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, String> data(Element of) {
        Map<String, String> data = new HashMap<>();
        for (Element each : children(of, "data")) data.put(each.getAttribute("key"), each.getTextContent());
        return data;
    }

    private static Optional<Element> first(Element of, String name) {
        return children(of, name).stream().findFirst();
    }

    private static List<Element> children(Element of, String name) {
        var children = new ArrayList<Element>();
        NodeList nodes = of.getChildNodes();
        for (int i = 0; i < nodes.getLength(); i++) {
            if (nodes.item(i) instanceof Element element && element.getTagName().equals(name)) children.add(element);
        }
        return children;
    }
}
