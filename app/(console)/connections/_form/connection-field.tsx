import type { ReactNode } from "react";
import { useField, useNow } from "@/app/_editor/editor-context";
import type { InputProps } from "@/app/_editor/kinds/kind";
import { type AccessPart, accessText, fullAccess, partAt, type Reach } from "../_edit/access";
import { type ConnectionValues, connectionEditor } from "../_edit/connection-editor";

type Name = keyof ConnectionValues;

/** How far a part of the connection can be read and changed. */
export function useReach(part: AccessPart): Reach {
	return (useNow(connectionEditor).content.access ?? fullAccess)[part];
}

/** The props of a field's control: one that can't be changed has what is stored. */
export function useConnectionField<Of extends Name>(name: Of): InputProps<ConnectionValues[Of]> {
	const field = useField(connectionEditor, name);
	const reach = useReach(partAt(connectionEditor.fields[name].codec.wire));
	return reach === "edited" ? field : { ...field, value: field.stored ?? field.value, isDisabled: true };
}

/** A field with the control of its kind. */
export function Field({ name, ...words }: { name: Name } & Partial<Omit<InputProps<never>, "onChange">>): ReactNode {
	const field = useConnectionField(name);
	const { codec, input } = connectionEditor.fields[name];
	if (useReach(partAt(codec.wire)) === "unread") return null;
	return (input.render as ((props: typeof field) => ReactNode) | undefined)?.({ ...field, ...words }) ?? null;
}

/** Sends what can be changed with the native form, as the page was rendered with it. */
export function AccessField() {
	const { access } = useNow(connectionEditor).content;
	return access ? <input type="hidden" name="access" value={accessText(access)} readOnly /> : null;
}
