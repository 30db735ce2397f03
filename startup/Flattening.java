import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One class. What replaces an {@code invokedynamic} is a call of a method added at the end. */
final class Flattening {
    private static final int HELPER = ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC;
    private static final ClassDesc OBJECT_METHODS = ClassDesc.of("java.lang.runtime.ObjectMethods");
    private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");
    private static final MethodTypeDesc SWITCH =
            MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object, ConstantDescs.CD_int);

    /** The labels of each switch, which are all types. */
    private final List<List<ClassDesc>> switches = new ArrayList<>();
    /** The fields of the record, if it leaves its equality to the compiler. */
    private Optional<List<DirectMethodHandleDesc>> components = Optional.empty();

    private final ClassDesc owner;
    private final boolean isInterface;

    Flattening(ClassModel model) {
        owner = model.thisClass().asSymbol();
        isInterface = model.flags().has(AccessFlag.INTERFACE);
    }

    ClassTransform transform() {
        ClassTransform code = (type, element) -> {
            if (element instanceof MethodModel method) {
                type.transformMethod(method, (changed, part) -> {
                    if (part instanceof CodeModel body) {
                        var matching = new UncheckedMatching(body);
                        changed.transformCode(body, (written, next) -> {
                            if (!matching.isDropped(next)) instruction(written, next);
                        });
                    } else {
                        changed.with(part);
                    }
                });
            } else {
                type.with(element);
            }
        };
        return code.andThen(ClassTransform.endHandler(this::writeHelpers));
    }

    boolean hasChanged() {
        return !switches.isEmpty() || components.isPresent();
    }

    private void instruction(CodeBuilder code, CodeElement element) {
        if (element instanceof InvokeDynamicInstruction made) {
            String called = made.name().stringValue();
            var arguments = made.bootstrapArgs();
            if (made.bootstrapMethod().methodName().equals("typeSwitch")
                    && arguments.stream().allMatch(ClassDesc.class::isInstance)) {
                code.invokestatic(owner, "$switch" + switches.size(), SWITCH, isInterface);
                switches.add(arguments.stream().map(ClassDesc.class::cast).toList());
                return;
            }
            if (made.bootstrapMethod().owner().equals(OBJECT_METHODS) && !called.equals("toString")) {
                components = Optional.of(arguments.stream()
                        .skip(2)
                        .map(DirectMethodHandleDesc.class::cast)
                        .toList());
                code.invokestatic(owner, "$" + called, called.equals("equals") ? equalsType() : hashCodeType(), false);
                return;
            }
        }
        code.with(element);
    }

    private void writeHelpers(ClassBuilder type) {
        for (int i = 0; i < switches.size(); i++) {
            List<ClassDesc> labels = switches.get(i);
            type.withMethodBody("$switch" + i, SWITCH, HELPER, code -> writeSwitch(code, labels));
        }
        components.ifPresent(fields -> {
            type.withMethodBody("$equals", equalsType(), HELPER, code -> writeEquals(code, fields));
            type.withMethodBody("$hashCode", hashCodeType(), HELPER, code -> writeHashCode(code, fields));
        });
    }

    private MethodTypeDesc equalsType() {
        return MethodTypeDesc.of(ConstantDescs.CD_boolean, owner, ConstantDescs.CD_Object);
    }

    private MethodTypeDesc hashCodeType() {
        return MethodTypeDesc.of(ConstantDescs.CD_int, owner);
    }

    /**
     * The contract of {@code SwitchBootstraps.typeSwitch}: the first label from the second argument on that fits. That
     * argument is 0 unless a guard has failed.
     */
    private static void writeSwitch(CodeBuilder code, List<ClassDesc> labels) {
        var present = code.newLabel();
        var again = code.newLabel();
        code.aload(0).ifnonnull(present).iconst_m1().ireturn().labelBinding(present);
        code.iload(1).ifne(again);
        for (int i = 0; i < labels.size(); i++) {
            var next = code.newLabel();
            code.aload(0).instanceOf(labels.get(i)).ifeq(next);
            code.loadConstant(i).ireturn().labelBinding(next);
        }
        code.loadConstant(labels.size()).ireturn().labelBinding(again);
        for (int i = 1; i < labels.size(); i++) {
            var next = code.newLabel();
            code.iload(1).loadConstant(i).if_icmpgt(next);
            code.aload(0).instanceOf(labels.get(i)).ifeq(next);
            code.loadConstant(i).ireturn().labelBinding(next);
        }
        code.loadConstant(labels.size()).ireturn();
    }

    private void writeEquals(CodeBuilder code, List<DirectMethodHandleDesc> fields) {
        var differ = code.newLabel();
        code.aload(1).instanceOf(owner).ifeq(differ);
        for (DirectMethodHandleDesc field : fields) {
            ClassDesc type = ClassDesc.ofDescriptor(field.lookupDescriptor());
            code.aload(0).getfield(owner, field.methodName(), type);
            code.aload(1).checkcast(owner).getfield(owner, field.methodName(), type);
            if (type.isPrimitive()) {
                code.invokestatic(boxed(type), "compare", MethodTypeDesc.of(ConstantDescs.CD_int, type, type));
                code.ifne(differ);
            } else {
                var pair =
                        MethodTypeDesc.of(ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object);
                code.invokestatic(OBJECTS, "equals", pair);
                code.ifeq(differ);
            }
        }
        code.iconst_1().ireturn().labelBinding(differ).iconst_0().ireturn();
    }

    private void writeHashCode(CodeBuilder code, List<DirectMethodHandleDesc> fields) {
        code.iconst_0();
        for (DirectMethodHandleDesc field : fields) {
            ClassDesc type = ClassDesc.ofDescriptor(field.lookupDescriptor());
            code.bipush(31).imul().aload(0).getfield(owner, field.methodName(), type);
            ClassDesc from = type.isPrimitive() ? boxed(type) : OBJECTS;
            ClassDesc hashed = type.isPrimitive() ? type : ConstantDescs.CD_Object;
            code.invokestatic(from, "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, hashed));
            code.iadd();
        }
        code.ireturn();
    }

    private static ClassDesc boxed(ClassDesc primitive) {
        return switch (primitive.descriptorString()) {
            case "Z" -> ConstantDescs.CD_Boolean;
            case "B" -> ConstantDescs.CD_Byte;
            case "S" -> ConstantDescs.CD_Short;
            case "C" -> ConstantDescs.CD_Character;
            case "I" -> ConstantDescs.CD_Integer;
            case "J" -> ConstantDescs.CD_Long;
            case "F" -> ConstantDescs.CD_Float;
            case "D" -> ConstantDescs.CD_Double;
            default -> throw new IllegalArgumentException("not a primitive type: " + primitive);
        };
    }
}
