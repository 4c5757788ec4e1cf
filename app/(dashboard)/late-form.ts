import { zodResolver } from "@hookform/resolvers/zod";
import { createFormControl, type DefaultValues, type FieldValues, type Path } from "react-hook-form";
import type { z } from "zod";

/** Messages by place: `name`, and within a list `rows.3.key`. */
export type LateFormState = { isDirty: boolean; errors: Record<string, string> };

export type LateForm<Values> = {
	/** Takes over what the native form holds now. */
	change(values: Values): void;
	/** The values that count as unchanged from now on. */
	rebase(values: Values): void;
	/** Checks everything. Answers whether the values hold. */
	validate(): Promise<boolean>;
};

/**
 * A react-hook-form control beside a native form: it checks the values against the schema and knows whether they
 * differ from the start. It is loaded on the first interaction, so it registers no inputs and owns no markup.
 * It checks at every change from the first attempt to send on.
 */
export function createLateForm<Values extends FieldValues>(
	schema: z.ZodType<Values, Values>,
	start: Values,
	onState: (state: LateFormState) => void,
): LateForm<Values> {
	const form = createFormControl<Values>({
		resolver: zodResolver(schema),
		defaultValues: start as DefaultValues<Values>,
	});
	const fields = () => Object.keys(form.getValues()) as Path<Values>[];
	for (const field of fields()) form.register(field);
	form.subscribe({
		formState: { isDirty: true, errors: true },
		callback: ({ isDirty = false, errors = {} }) => {
			onState({ isDirty, errors: Object.fromEntries(messagesIn(errors)) });
		},
	});
	let isSubmitted = false;
	return {
		change(values) {
			for (const field of fields()) {
				form.setValue(field, values[field], { shouldDirty: true, shouldValidate: isSubmitted });
			}
		},
		rebase(values) {
			isSubmitted = false;
			form.reset(values);
		},
		validate() {
			isSubmitted = true;
			return form.trigger();
		},
	};
}

/** Every message of a tree of errors with its place in it. */
function messagesIn(errors: object, place: string[] = []): [string, string][] {
	return Object.entries(errors).flatMap(([name, error]: [string, unknown]): [string, string][] => {
		if (typeof error !== "object" || error === null) return [];
		const path = [...place, name];
		const isLeaf = "type" in error && "message" in error && typeof error.message === "string";
		return isLeaf ? [[path.join("."), String(error.message)]] : messagesIn(error, path);
	});
}
