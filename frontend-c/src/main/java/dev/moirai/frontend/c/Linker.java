package dev.moirai.frontend.c;

import dev.moirai.frontend.c.library.FunctionModel;
import dev.moirai.frontend.c.library.Library;
import dev.moirai.frontend.c.library.LibraryOptions;
import dev.moirai.frontend.c.library.RealWorld;
import dev.moirai.frontend.c.wide.WideFunction;
import dev.moirai.ir.Function;
import dev.moirai.ir.Global;
import dev.moirai.ir.Layout;
import dev.moirai.ir.Sizes;
import dev.moirai.source.SourceSpan;
import dev.moirai.source.SourceTexts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Knows every function by name across the user's files and the bundled ones, and, as {@link LinkedVariables}, every
 * variable. Bundled files are read when something in them is called.
 */
final class Linker {
    private final COptions options;
    private final Parser parser;
    private final Diagnostics diagnostics;
    private final SourceTexts sources;
    private final Layouts layouts;
    private final Fold fold;
    private final UniqueNames names = new UniqueNames();
    private final LinkedVariables variables;
    private final Map<String, Definition.Procedure> externalFunctions = new HashMap<>();
    private final Map<String, Definition.Procedure> functions = new HashMap<>();
    private final Set<Definition.Procedure> undeclared = new HashSet<>();
    private final Map<String, Optional<FunctionModel>> models = new HashMap<>();
    private final Set<String> called = new LinkedHashSet<>();
    private final Set<String> bundledFiles = new HashSet<>();
    private boolean alone;
    private final LifeHooks lifeHooks = new LifeHooks();
    private final Redeclarations redeclarations = new Redeclarations();
    /** Why functions could not be declared. */
    private final Map<String, CError> refused = new HashMap<>();

    private final OutsideFunctions outside = new OutsideFunctions();

    private boolean whole = true;

    private ControlNotes control = new ControlNotes(Set.of());

    Linker(COptions options, SourceTexts sources, Diagnostics diagnostics) {
        this.options = options;
        this.sources = sources;
        this.diagnostics = diagnostics;
        parser = new Parser(options, sources, diagnostics);
        layouts = new Layouts(options.model());
        fold = new Fold(options.model());
        variables = new LinkedVariables(layouts, names);
    }

    COptions options() {
        return options;
    }

    Diagnostics diagnostics() {
        return diagnostics;
    }

    Redeclarations redeclarations() {
        return redeclarations;
    }

    Headers headers() {
        return parser.headers();
    }

    LinkedVariables variables() {
        return variables;
    }

    OutsideFunctions outside() {
        return outside;
    }

    /** Takes in a function that no file declares. */
    void adopt(Definition.Procedure procedure) {
        names.reserve(procedure.name());
        functions.put(procedure.name(), procedure);
    }

    LifeHooks lifeHooks() {
        return lifeHooks;
    }

    Layouts layouts() {
        return layouts;
    }

    Fold fold() {
        return fold;
    }

    Layout layout(String tag) {
        Layout layout = layouts.completed().get(tag);
        if (layout == null) throw new IllegalStateException("struct " + tag + " is not complete");
        return layout;
    }

    Sizes sizes() {
        return layouts.sizes();
    }

    /** Declares what the file declares; nothing after a syntax error in it, as that would be guesswork. */
    Optional<Unit> read(String file, String given, Unit.Origin origin, CFlags flags) {
        sources.add(file, given);
        String text = VariadicChoice.spelledOut(given);
        ShortText shortened = Parser.shortened(file, text);
        var spans = new Spans(file, text, shortened, parser.headers());
        int errorsElsewhere = diagnostics.errors();
        Parser.Parsed parsed = parser.parse(file, text, shortened, spans, flags);
        if (diagnostics.errors() > errorsElsewhere) {
            lackAFile();
            return Optional.empty();
        }
        var unit = new Unit(file, spans, new Scopes(), parsed.packing(), origin, flags);
        new FileDeclarations(this, unit).declareAll(parsed.tree());
        return Optional.of(unit);
    }

    /** Notes that a file could not be read or parsed; that something is not defined then says nothing. */
    void lackAFile() {
        whole = false;
    }

    boolean isWhole() {
        return whole;
    }

    /** To be called when all of the user's files have been read: their types become one where they are the same. */
    void merge() {
        RecordMerging.merge(layouts.records(), layouts);
    }

    ControlNotes control() {
        return control;
    }

    /** To be called before anything is translated. */
    void know(Set<String> called) {
        control = new ControlNotes(called);
    }

    // ---- functions ---------------------------------------------------------------------------------------------

    Definition.Procedure declareFunction(Unit unit, String name, CType.Function type, boolean internal) {
        // A function once declared static stays so (C11 6.2.2).
        if (unit.scopes().atFileScope().find(name).orElse(null) instanceof Symbol.Code(var known)) {
            undeclared.remove(known);
            if (known.body().isEmpty()) known.refine(type);
            return known;
        }
        Definition.Procedure known = internal ? null : externalFunctions.get(name);
        if (known != null) {
            if (undeclared.remove(known) || known.body().isEmpty()) known.refine(type);
            return known;
        }
        var procedure = new Definition.Procedure(names.unique(name), name, type);
        functions.put(procedure.name(), procedure);
        if (!internal) externalFunctions.put(name, procedure);
        return procedure;
    }

    /** Notes that a declaration of the function is not understood: an error as soon as somebody uses it. */
    void refuse(String function, CError why) {
        refused.putIfAbsent(function, why);
    }

    /** The function itself or, where it has no body but an alias, that. Empty if it is weak and nobody defines it. */
    Optional<Definition.Procedure> standing(Definition.Procedure procedure, SourceSpan use) {
        CError refusal = refused.get(procedure.sourceName());
        if (refusal != null && !procedure.isDefined()) throw refusal;
        boolean itself = procedure.isDefined()
                || procedure.standIn().isEmpty()
                || model(procedure.sourceName()).isPresent()
                || hasBody(procedure);
        if (itself) return Optional.of(procedure);
        Optional<Symbol> target = procedure.standIn().get().symbol(procedure.name(), use);
        if (target.isEmpty()) return Optional.empty();
        if (target.get() instanceof Symbol.Code(var other) && other != procedure) return standing(other, use);
        throw new CError(use, procedure.sourceName() + " is an alias of something that is no function");
    }

    /** The functions that the user's files define, by their names in the IR; those of the machine's headers are not theirs. */
    Set<String> usersFunctions() {
        var names = new HashSet<String>();
        for (Definition.Procedure procedure : functions.values()) {
            procedure
                    .body()
                    .filter(body -> body.unit().origin() != Unit.Origin.BUNDLED
                            && !MachineHeaders.isSystem(body.span().file())
                            && !body.span().file().startsWith(Headers.BUNDLED))
                    .ifPresent(_ -> names.add(procedure.name()));
        }
        return names;
    }

    Optional<Definition.Procedure> knownFunction(String name) {
        return Optional.ofNullable(externalFunctions.get(name));
    }

    /** A function that is called without a declaration: it may be defined later, or have a model. */
    Definition.Procedure undeclaredFunction(String called) {
        String name = Library.canonicalName(called);
        return externalFunctions.computeIfAbsent(name, _ -> {
            var procedure = new Definition.Procedure(
                    names.unique(name), name, new CType.Function(CType.INT, List.of(), false, false));
            functions.put(procedure.name(), procedure);
            undeclared.add(procedure);
            return procedure;
        });
    }

    Optional<CType.Function> declaredType(Definition.Procedure procedure) {
        return undeclared.contains(procedure) ? Optional.empty() : Optional.of(procedure.type());
    }

    Definition.Procedure procedure(String irName) {
        Definition.Procedure procedure = functions.get(irName);
        if (procedure == null) throw new IllegalStateException("no function " + irName);
        return procedure;
    }

    Optional<FunctionModel> model(String name) {
        if (isAssumedPure(name)) return Optional.empty();
        if (isReal() && RealWorld.replacesModel(name)) return Optional.empty();
        return models.computeIfAbsent(name, Library::find);
    }

    /** Whether the program will be run natively and meets the real world. */
    boolean isReal() {
        return options.library().world() == LibraryOptions.World.REAL;
    }

    /** Whether our model of the function is used even if the program defines it. */
    boolean modelWins(Definition.Procedure procedure) {
        String name = procedure.sourceName();
        boolean stub = procedure
                .body()
                .filter(body -> body.strength() == Strength.STUB)
                .isPresent();
        return !stub && isFixed(name);
    }

    private static boolean isFixed(String name) {
        return Library.outranksBody(name) || name.startsWith("pthread_") || name.startsWith("__VERIFIER_nondet");
    }

    /** The functions called so far, including calls from functions with errors. */
    Set<String> called() {
        return called;
    }

    void noteCall(Definition.Procedure procedure) {
        called.add(procedure.name());
    }

    /** Whether the function has a body, perhaps in a bundled file. */
    boolean hasBody(Definition.Procedure procedure) {
        if (procedure.body().isPresent()) return true;
        Optional<String> bundled = cSource(procedure.sourceName());
        if (bundled.isEmpty()) return false;
        readBundled(bundled.get());
        return procedure.body().isPresent();
    }

    private Optional<String> cSource(String function) {
        if (isReal() && RealWorld.replacesModel(function)) return RealWorld.cSource(function);
        return Library.cSource(function);
    }

    Definition.Procedure bundledFunction(String name) {
        Definition.Procedure procedure = undeclaredFunction(name);
        if (!hasBody(procedure)) throw new IllegalStateException("no bundled file defines " + name);
        return procedure;
    }

    private void readBundled(String resource) {
        if (!bundledFiles.add(resource)) return;
        String text = Library.madeUp(resource, options.library())
                .or(() -> BundledFiles.text(resource))
                .orElseThrow(() -> new IllegalStateException("no resource " + resource));
        String name = resource.substring(resource.lastIndexOf('/') + 1);
        read(Headers.BUNDLED + "/" + name, text, Unit.Origin.BUNDLED, CFlags.NONE);
        if (Library.sharesStructs(resource)) merge();
    }

    /** Reads the bundled file that defines this object of the C library, if there is one. */
    void findObject(String name) {
        Library.cObject(name).ifPresent(this::readBundled);
    }

    boolean isAssumedPure(String name) {
        return options.assumePure().contains(name) || alone && isElsewhere(name);
    }

    // ---- a unit without the others -------------------------------------------------------------------------------

    /** Takes what is only declared, and unknown here, as defined in other units: functions may then return anything. */
    void readAlone() {
        alone = true;
        variables.defineElsewhere();
    }

    boolean isAlone() {
        return alone;
    }

    private boolean isElsewhere(String name) {
        Definition.Procedure procedure = externalFunctions.get(name);
        return procedure != null && procedure.body().isEmpty() && cSource(name).isEmpty() && !Library.isModelled(name);
    }

    /**
     * What other units can name: the functions with a body and external linkage, by their names in the IR. Inline
     * functions of headers count only where they are called.
     */
    List<String> offeredFunctions() {
        return externalFunctions.values().stream()
                .filter(procedure -> procedure.body().isPresent()
                        && procedure.body().get().strength().compareTo(Strength.INLINE) > 0)
                .map(Definition.Procedure::name)
                .sorted()
                .toList();
    }

    /** The function with this name in the IR: translated, or made up to stand for a library function. */
    Function function(String irName, SourceSpan use) {
        Definition.Procedure procedure = procedure(irName);
        redeclarations.conflictsBetweenFiles(procedure, procedure.sourceName()).forEach(diagnostics::add);
        Optional<FunctionModel> model = model(procedure.sourceName());
        boolean modelled = model.isPresent() && (!hasBody(procedure) || modelWins(procedure));
        if (!modelled && hasBody(procedure)) {
            return narrowed(new FunctionBody(this, procedure, procedure.body().orElseThrow()).translate());
        }
        return narrowed(new LibraryFunction(this, procedure, modelled ? model : Optional.empty(), use).translate());
    }

    /** The function without numbers of more than 64 bits; most have none, and so nothing is looked at. */
    private Function narrowed(Function function) {
        return layouts.haveWideNumbers()
                ? WideFunction.narrowed(function, layouts.model(), new WideModels(this))
                : function;
    }

    /** The variable with this name in the IR; none if it cannot be had, which is then reported. */
    Optional<Global> global(String irName, SourceSpan use) {
        Definition.Variable variable = variables.variable(irName);
        redeclarations.conflictsBetweenFiles(variable, irName).forEach(diagnostics::add);
        return new StaticObject(this, variable).global(use);
    }
}
