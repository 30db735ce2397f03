package dev.moirai.symbolic;

import dev.moirai.ir.Global;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.ir.Sizes;
import dev.moirai.ir.Type;
import dev.moirai.logic.TermPool;
import dev.moirai.symbolic.MemoryObject.Initially;
import dev.moirai.symbolic.MemoryObject.Origin;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What all executions of one program share: its objects, where they lie, and what they hold at first. */
public final class World {
    final TermPool pool;
    final Sizes sizes;
    final SymbolicMemory memory;
    final Addresses addresses;
    final NewObjects newObjects;

    private final Map<String, MemoryObject> globals = new HashMap<>();
    private final Map<String, Integer> globalAddresses = new HashMap<>();
    private final Map<String, Integer> functionAddresses = new HashMap<>();

    /** @param globals replace the program's own */
    public World(Program program, Map<String, Global> globals, TermPool pool) {
        this.pool = pool;
        this.sizes = program.sizes();
        this.addresses = new Addresses(pool, program.model());
        this.memory = new SymbolicMemory(pool, addresses, sizes);
        this.newObjects = new NewObjects(pool, memory, addresses);
        for (String function : program.functions().keySet()) {
            functionAddresses.put(function, pool.bv(addresses.reserve(1), addresses.width()));
        }
        for (Global global : globals.values()) {
            long base = addresses.reserve(sizes.of(global.type()));
            globalAddresses.put(global.name(), pool.bv(base, addresses.width()));
        }
        for (Global global : globals.values()) add(global);
    }

    private void add(Global global) {
        var nowhere = new PathState(Guard.always(), Values.NONE);
        Translator translator = newTranslator();
        long size = sizes.of(global.type());
        byte[] image = new byte[(int) initialised(global)];
        Map<Long, Integer> values = new HashMap<>();
        for (Global.Initial initial : global.initial()) {
            int value = translator.term(initial.value(), nowhere, global.span());
            if (initial.value().type() instanceof Type.Mathematical) {
                values.put(initial.offset(), value);
                continue;
            }
            int bytes = (int) sizes.of(initial.value().type());
            for (int i = 0; i < bytes; i++) image[(int) initial.offset() + i] = (byte) (pool.value(value) >>> (8 * i));
        }
        Origin origin = switch (global.storage()) {
            case SHARED -> Origin.GLOBAL;
            case CONSTANT, LITERAL -> Origin.CONSTANT;
            case THREAD_LOCAL -> Origin.THREAD;
        };
        var object = new MemoryObject(
                global.name(),
                pool.value(globalAddresses.getOrDefault(global.name(), 0)),
                size,
                pool.bv(size, addresses.width()),
                global.type(),
                origin,
                global.contents() == Instr.Contents.FREE
                        ? Initially.FREE
                        : image.length == 0 ? Initially.ZERO : Initially.IMAGE,
                image,
                origin == Origin.THREAD ? memory.newLife() : -1);
        object.values.putAll(values);
        addresses.add(object);
        globals.put(global.name(), object);
        if (origin == Origin.THREAD) memory.lifeOf(object);
    }

    /** The number of bytes, from the first, that contain all initial values of the global. */
    private long initialised(Global global) {
        long end = 0;
        for (Global.Initial initial : global.initial()) {
            end = Math.max(end, initial.offset() + sizes.of(initial.value().type()));
        }
        return end;
    }

    /** A translator for one body, which has its own locals. */
    Translator newTranslator() {
        return new Translator(pool, sizes, memory, addresses, globalAddresses, functionAddresses);
    }

    public TermPool pool() {
        return pool;
    }

    /** From now on other threads may write memory too. */
    public void share(Outside outside) {
        memory.setOutside(outside);
    }

    /** The contents of a cell before anybody has written it. */
    public int atFirst(MemoryObject.Cell cell) {
        return memory.atFirst(cell);
    }

    /** The cell of a global that is a scalar of this type, if there is such a global. */
    public Optional<MemoryObject.Cell> cellOf(String global, Type scalar) {
        return Optional.ofNullable(globals.get(global))
                .filter(object -> object.type.equals(scalar))
                .map(memory::whole);
    }

    /** Notes that the variable stands for a computed value, which may be an address. */
    public void mayBeAnything(int variable) {
        addresses.mayBeAnything(variable);
    }

    /** Whether the value may be an address; small numbers are none. */
    public boolean mayBeAddress(long value) {
        return addresses.isFarFromNull(value);
    }

    /** Numbers of at most this many bits are no addresses. */
    public int bitsBelowAddresses() {
        return addresses.bitsBelow();
    }
}
