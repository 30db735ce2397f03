package dev.moirai.frontend.c;

import org.eclipse.cdt.core.dom.parser.GNUScannerExtensionConfiguration;
import org.eclipse.cdt.core.parser.IGCCToken;
import org.eclipse.cdt.core.parser.IToken;

/**
 * The keywords of our C that CDT's scanner lacks. Words that CDT would reject or drop are given to the parser as
 * keywords that mean nothing in that place, so that they remain visible in the tree: {@code _Atomic} becomes {@code
 * restrict} (a real {@code restrict} is dropped), {@code _Thread_local} becomes {@code inline} (which means nothing on
 * an object), {@code _Float16} a decimal type, which x86 programs do not use.
 */
final class CKeywords extends GNUScannerExtensionConfiguration {
    static final String VA_ARG = "__moirai_va_arg";

    enum Text {
        PLAIN,
        /** By a compiler that takes {@code _Float128} for a keyword; older ones find it declared by a header. */
        PREPROCESSED
    }

    CKeywords(Text text) {
        if (text == Text.PREPROCESSED) keyword("_Float128", IGCCToken.t__float128);
        // An ordinary identifier to CDT; Scanner takes it out.
        keyword(Scanner.PRAGMA, IToken.tIDENTIFIER);
        keyword("_Atomic", IToken.t_restrict);
        keyword("__moirai_atomic", IToken.t_restrict);
        keyword("_Thread_local", IToken.t_inline);
        keyword("__thread", IToken.t_inline);
        keyword("__int128", IGCCToken.t__int128);
        keyword("_Float16", IGCCToken.t_decimal32);
        keyword("__float128", IGCCToken.t__float128);
        keyword("__inline", IToken.t_inline);
        addMacro("_Atomic(type)", "__typeof__(type) __moirai_atomic");
        addMacro("__thread", "_Thread_local");
        addMacro("restrict", "");
        addMacro("__restrict", "");
        addMacro("__restrict__", "");
        addMacro("_Noreturn", "");
        addMacro("__auto_type", "auto");
        addMacro("__STDC__", "1");
        addMacro("__builtin_va_arg(list,type)", "(*" + VA_ARG + "(list,(type*)0))");
        addMacro("__builtin_offsetof(type,member)", "((__SIZE_TYPE__)&((type*)0)->member)");
        FeatureTests.define(this);
        VariadicChoice.define(this);
    }

    void macro(String signature, String replacement) {
        addMacro(signature, replacement);
    }

    private void keyword(String word, int token) {
        addKeyword(word.toCharArray(), token);
    }

    @Override
    public boolean supportMinAndMaxOperators() {
        return false;
    }

    @Override
    public boolean supportUTFLiterals() {
        return true;
    }
}
