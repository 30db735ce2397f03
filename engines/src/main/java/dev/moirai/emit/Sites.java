package dev.moirai.emit;

import dev.moirai.ir.Function;
import dev.moirai.ir.Instr;
import dev.moirai.ir.Program;
import dev.moirai.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers for all instructions of a program: from 1, function by function, labels not counted. 0 is the start of a
 * thread. An instrumented program refers to instructions by these numbers in its reports.
 */
public final class Sites {
    /** An instruction and the function that contains it. */
    public record Site(String function, Instr instr) {}

    public static final int START = 0;

    private final List<Site> sites = new ArrayList<>();
    private final List<Integer> firsts = new ArrayList<>();

    public Sites(Program program) {
        for (Function function : program.functions().values()) {
            firsts.add(sites.size() + 1);
            for (Instr instr : function.body()) {
                if (!(instr instanceof Instr.Label)) sites.add(new Site(function.name(), instr));
            }
        }
    }

    /** The number of the instruction at a position of a function, both counted from 0. */
    public int number(int function, int position) {
        return firsts.get(function) + position;
    }

    /** The numbers of the instructions at a place in the source. */
    public List<Integer> at(SourceSpan span) {
        var found = new ArrayList<Integer>();
        for (int i = 0; i < sites.size(); i++) {
            if (sites.get(i).instr().span().equals(span)) found.add(i + 1);
        }
        return found;
    }

    public boolean contains(int number) {
        return number > START && number <= sites.size();
    }

    public Site get(int number) {
        if (!contains(number)) throw new IllegalArgumentException("no instruction " + number);
        return sites.get(number - 1);
    }
}
