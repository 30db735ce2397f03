package dev.moirai.witness.svcomp;

import java.util.ArrayList;
import java.util.List;

/**
 * A task definition: a program, how it is to be read, and what is asked.
 *
 * @param inputFiles relative to the folder of the task, as all paths here
 * @param propertyFiles the specifications
 */
public record Task(List<String> inputFiles, List<String> propertyFiles, boolean is32Bit) {
    public Task {
        inputFiles = List.copyOf(inputFiles);
        propertyFiles = List.copyOf(propertyFiles);
    }

    /** Throws an {@link IllegalArgumentException} that says what is wrong. */
    public static Task read(String text) {
        Yaml task = Yaml.read(text);
        var inputs = new ArrayList<String>();
        for (Yaml input : task.member("input_files")
                .orElseThrow(() -> new IllegalArgumentException("it has no input_files"))
                .elements()) {
            if (input instanceof Yaml.Scalar(var name)) inputs.add(name);
        }
        var properties = new ArrayList<String>();
        task.member("properties").ifPresent(all -> {
            for (Yaml property : all.elements()) {
                String file = property.text("property_file");
                if (!file.isEmpty()) properties.add(file);
            }
        });
        Yaml options = task.member("options").orElse(new Yaml.Scalar(""));
        String language = options.text("language");
        if (!language.isEmpty() && !language.equals("C"))
            throw new IllegalArgumentException("its language is " + language + ", not C");
        return new Task(inputs, properties, options.text("data_model").equals("ILP32"));
    }
}
