import { splitNames, type TemplateFormValues } from "../form/template-form-values";
import type { Fix } from "./advice-rule";

/** The values after the fix of an advice: names added as ticks, others taken out wherever they stand. */
export function withFix({ add, remove }: Pick<Fix, "add" | "remove">, values: TemplateFormValues): TemplateFormValues {
	const kept = (names: string[]) => names.filter((name) => !remove.includes(name));
	return {
		...values,
		attributes: [...new Set([...kept(values.attributes), ...add])].sort(),
		listedFalse: kept(values.listedFalse),
		added: kept(splitNames(values.added)).join(", "),
	};
}
