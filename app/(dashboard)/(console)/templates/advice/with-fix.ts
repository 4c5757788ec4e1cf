import { splitNames, type TemplateFormValues, toggled } from "../edit/template-form-values";
import type { Fix } from "./advice-rule";

/** The values after the fix of an advice: names added as ticks, others taken out wherever they stand. */
export function withFix({ add, remove }: Pick<Fix, "add" | "remove">, values: TemplateFormValues): TemplateFormValues {
	const left = values.elements.filter(([name]) => !remove.includes(name));
	return {
		...values,
		elements: toggled(left, add, true, []),
		added: splitNames(values.added)
			.filter((name) => !remove.includes(name))
			.join(", "),
	};
}
