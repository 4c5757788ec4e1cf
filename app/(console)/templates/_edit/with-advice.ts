import { adviceFor } from "../_advice/advice";
import type { Fix } from "../_advice/advice-rule";
import { purposeOf, type TemplateContent, type TemplateFormValues } from "./template-editor";
import { splitNames, toggled } from "./template-elements";

/** The values after the fix of an advice: names added as ticks, others removed from boxes and typed names. */
export function withFix({ add, remove }: Pick<Fix, "add" | "remove">, values: TemplateFormValues): TemplateFormValues {
	const removed = new Set(remove);
	const left = values.elements.filter(([name]) => !removed.has(name));
	return {
		...values,
		elements: toggled(left, add, true, []),
		added: splitNames(values.added)
			.filter((name) => !removed.has(name))
			.join(", "),
	};
}

/** The values after an advice was applied; unchanged where it no longer applies. @param content of the values */
export function withAdvice(id: string, content: TemplateContent, values: TemplateFormValues): TemplateFormValues {
	const advice = adviceFor(content.elements, purposeOf(content).preset).find((one) => one.id === id);
	return advice ? withFix(advice.fix, values) : values;
}
