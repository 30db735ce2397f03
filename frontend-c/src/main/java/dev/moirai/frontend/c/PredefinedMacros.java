package dev.moirai.frontend.c;

import dev.moirai.ir.DataModel;
import java.util.HashMap;
import java.util.Map;

/** The macros that gcc on x86 predefines, as far as programs ask for them. */
final class PredefinedMacros {
    private PredefinedMacros() {}

    static String sizeType(DataModel model) {
        return model == DataModel.LP64 ? "unsigned long" : "unsigned int";
    }

    /** Those, and what the flags define and undefine. */
    static Map<String, String> of(DataModel model, CFlags flags) {
        Map<String, String> macros = of(model);
        CFlags.Dialect dialect = flags.dialect();
        if (dialect.version().isEmpty()) macros.remove("__STDC_VERSION__");
        else macros.put("__STDC_VERSION__", dialect.version());
        if (dialect.isStrict()) {
            macros.put("__STRICT_ANSI__", "1");
            for (String name : new String[] {"linux", "unix", "i386"}) macros.remove(name);
        }
        boolean gnuInline = dialect.inlining() == CFlags.Inlining.GNU89;
        macros.put(gnuInline ? "__GNUC_GNU_INLINE__" : "__GNUC_STDC_INLINE__", "1");
        for (String word : flags.macros()) {
            String macro = word.substring(2);
            int equals = macro.indexOf('=');
            if (word.startsWith("-U")) macros.remove(macro);
            else if (equals < 0) macros.put(macro, "1");
            else macros.put(macro.substring(0, equals), macro.substring(equals + 1));
        }
        return macros;
    }

    private static Map<String, String> of(DataModel model) {
        boolean wide = model == DataModel.LP64;
        var macros = new HashMap<String, String>();
        macros.put("__GNUC__", "4");
        macros.put("__GNUC_MINOR__", "9");
        macros.put("__GNUC_PATCHLEVEL__", "0");
        macros.put("__STDC_VERSION__", "201112L");
        macros.put("__MOIRAI__", "1");
        // A program is the same whenever it is read.
        macros.put("__DATE__", "\"Jan  1 1970\"");
        macros.put("__TIME__", "\"00:00:00\"");
        macros.put("__linux__", "1");
        macros.put("__linux", "1");
        macros.put("linux", "1");
        macros.put("__unix__", "1");
        macros.put("__unix", "1");
        macros.put("unix", "1");
        macros.put("__gnu_linux__", "1");
        macros.put("__ELF__", "1");
        macros.put("__CHAR_BIT__", "8");
        macros.put("__ORDER_LITTLE_ENDIAN__", "1234");
        macros.put("__ORDER_BIG_ENDIAN__", "4321");
        macros.put("__BYTE_ORDER__", "1234");
        macros.put("__SCHAR_MAX__", "127");
        macros.put("__SHRT_MAX__", "32767");
        macros.put("__INT_MAX__", "2147483647");
        macros.put("__LONG_LONG_MAX__", "9223372036854775807LL");
        macros.put("__LONG_MAX__", wide ? "9223372036854775807L" : "2147483647L");
        macros.put("__SIZE_MAX__", wide ? "18446744073709551615UL" : "4294967295U");
        macros.put("__PTRDIFF_MAX__", wide ? "9223372036854775807L" : "2147483647");
        macros.put("__SIZE_TYPE__", sizeType(model));
        macros.put("__PTRDIFF_TYPE__", wide ? "long" : "int");
        macros.put("__INTPTR_TYPE__", wide ? "long" : "int");
        macros.put("__UINTPTR_TYPE__", wide ? "unsigned long" : "unsigned int");
        macros.put("__INT64_TYPE__", wide ? "long" : "long long");
        macros.put("__UINT64_TYPE__", wide ? "unsigned long" : "unsigned long long");
        macros.put("__INTMAX_TYPE__", wide ? "long" : "long long");
        macros.put("__UINTMAX_TYPE__", wide ? "unsigned long" : "unsigned long long");
        macros.put("__INT8_TYPE__", "signed char");
        macros.put("__UINT8_TYPE__", "unsigned char");
        macros.put("__INT16_TYPE__", "short");
        macros.put("__UINT16_TYPE__", "unsigned short");
        macros.put("__INT32_TYPE__", "int");
        macros.put("__UINT32_TYPE__", "unsigned int");
        macros.put("__WCHAR_TYPE__", wide ? "int" : "long");
        macros.put("__WINT_TYPE__", "unsigned int");
        macros.put("__CHAR16_TYPE__", "unsigned short");
        macros.put("__CHAR32_TYPE__", "unsigned int");
        macros.put("__SIZEOF_INT__", "4");
        macros.put("__SIZEOF_SHORT__", "2");
        macros.put("__SIZEOF_LONG_LONG__", "8");
        macros.put("__SIZEOF_LONG_DOUBLE__", wide ? "16" : "12");
        if (wide) macros.put("__SIZEOF_INT128__", "16");
        macros.put("__SIZEOF_LONG__", wide ? "8" : "4");
        macros.put("__SIZEOF_POINTER__", wide ? "8" : "4");
        macros.put("__SIZEOF_SIZE_T__", wide ? "8" : "4");
        for (String kind : new String[] {"BOOL", "CHAR", "SHORT", "INT", "LONG", "LLONG", "POINTER"}) {
            macros.put("__GCC_ATOMIC_" + kind + "_LOCK_FREE", "2");
        }
        String[] orders = {"RELAXED", "CONSUME", "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"};
        for (int i = 0; i < orders.length; i++) macros.put("__ATOMIC_" + orders[i], Integer.toString(i));
        if (wide) {
            for (String name : new String[] {"__x86_64__", "__x86_64", "__amd64__", "__amd64", "__LP64__", "_LP64"}) {
                macros.put(name, "1");
            }
        } else {
            for (String name : new String[] {"__i386__", "__i386", "i386", "__ILP32__", "_ILP32"})
                macros.put(name, "1");
        }
        return macros;
    }
}
