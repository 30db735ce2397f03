package dev.moirai.frontend.c;

import java.util.Set;

/** The GNU attributes that are accepted. Any other is refused, because it might change what the program means. */
final class AttributeNames {
    /** Attributes with an effect, which {@link Attributes} implements. */
    static final Set<String> MEANT = Set.of(
            "packed",
            "aligned",
            "cleanup",
            "constructor",
            "destructor",
            "mode",
            "weak",
            "alias",
            "ifunc",
            "weakref",
            "vector_size");

    /** Whether anybody asks for the attribute. {@code gnu_inline} may stand where it has no effect. */
    static boolean isAskedFor(String plainName) {
        return MEANT.contains(plainName) || plainName.equals("gnu_inline");
    }

    /** Attributes whose argument is an expression. */
    static final Set<String> WITH_EXPRESSION = Set.of("aligned", "cleanup", "constructor", "destructor", "vector_size");

    /**
     * Attributes without effect here: hints, warnings, code generation, linking, calling conventions, checks of other
     * tools. {@code transparent_union} is among them because an argument that would need it is refused where it is
     * passed.
     */
    private static final Set<String> HARMLESS = Set.of(
            // facts for the optimiser
            "alloc_align",
            "alloc_size",
            "always_inline",
            "artificial",
            "assume_aligned",
            "cold",
            "const",
            "expect",
            "flatten",
            "gnu_inline",
            "hot",
            "leaf",
            "malloc",
            "may_alias",
            "noclone",
            "noinline",
            "noipa",
            "nonnull",
            "noreturn",
            "nothrow",
            "optimize",
            "pure",
            "returns_nonnull",
            "returns_twice",
            "simd",
            "target",
            "target_clones",
            "no_icf",
            "no_reorder",
            "optnone",
            "minsize",
            "noderef",
            "unsequenced",
            "reproducible",
            // warnings
            "access",
            "counted_by",
            "deprecated",
            "designated_init",
            "diagnose_if",
            "error",
            "fallthrough",
            "fd_arg",
            "fd_arg_read",
            "fd_arg_write",
            "flag_enum",
            "format",
            "format_arg",
            "nonstring",
            "noplt",
            "null_terminated_string_arg",
            "sentinel",
            "tainted_args",
            "unavailable",
            "unused",
            "used",
            "warning",
            "warn_if_not_aligned",
            "warn_unused_result",
            "nodiscard",
            "maybe_unused",
            "enum_extensibility",
            "type_tag_for_datatype",
            "pointer_with_type_tag",
            "argument_with_type_tag",
            "must_be_null",
            // linking and code
            "common",
            "copy",
            "dllexport",
            "dllimport",
            "externally_visible",
            "nocommon",
            "no_instrument_function",
            "no_profile_instrument_function",
            "no_split_stack",
            "patchable_function_entry",
            "retain",
            "section",
            "selectany",
            "symver",
            "tls_model",
            "visibility",
            "indirect_branch",
            "function_return",
            "nocf_check",
            "cf_check",
            "fentry_name",
            "fentry_section",
            "unlikely",
            "likely",
            "annotate",
            "btf_decl_tag",
            "btf_type_tag",
            "preserve_access_index",
            "disable_tail_calls",
            "not_tail_called",
            "internal_linkage",
            "objc_root_class",
            "availability",
            "require_constant_initialization",
            "uninitialized",
            // calling conventions
            "cdecl",
            "fastcall",
            "force_align_arg_pointer",
            "ms_abi",
            "regparm",
            "sseregparm",
            "stdcall",
            "syscall_linkage",
            "sysv_abi",
            "thiscall",
            "transparent_union",
            "no_caller_saved_registers",
            "preserve_all",
            "preserve_most",
            // sanitisers and checkers
            "no_address_safety_analysis",
            "no_sanitize",
            "no_sanitize_address",
            "no_sanitize_thread",
            "no_sanitize_undefined",
            "no_sanitize_coverage",
            "no_sanitize_memory",
            "no_stack_limit",
            "no_stack_protector",
            "stack_protect",
            "stackprotect",
            "zero_call_used_regs",
            "strub",
            "acquire_capability",
            "acquired_after",
            "acquired_before",
            "acquire_shared_capability",
            "assert_capability",
            "assert_exclusive_lock",
            "assert_shared_lock",
            "capability",
            "exclusive_lock_function",
            "exclusive_locks_required",
            "exclusive_trylock_function",
            "guarded_by",
            "lock_returned",
            "lockable",
            "locks_excluded",
            "no_thread_safety_analysis",
            "pt_guarded_by",
            "release_capability",
            "release_generic_capability",
            "release_shared_capability",
            "requires_capability",
            "requires_shared_capability",
            "scoped_lockable",
            "shared_capability",
            "shared_lock_function",
            "shared_locks_required",
            "shared_trylock_function",
            "try_acquire_capability",
            "try_acquire_shared_capability",
            "unlock_function",
            "ownership_holds",
            "ownership_returns",
            "ownership_takes",
            "context");

    private AttributeNames() {}

    /** Whether the attribute may stand anywhere. */
    static boolean isHarmless(String plainName) {
        return HARMLESS.contains(plainName);
    }

    static boolean isKnown(String plainName) {
        return MEANT.contains(plainName) || HARMLESS.contains(plainName);
    }
}
