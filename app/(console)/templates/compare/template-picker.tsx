import { SelectField } from "@/components/ui/select-field";
import type { Template } from "@/lib/contract/template/template";

type TemplatePickerProps = { label: string; param: "a" | "b"; chosen: string; templates: readonly Template[] };

/** Chooses one of the loaded templates, or keeps the one that the address names. */
export function TemplatePicker({ label, param, chosen, templates }: TemplatePickerProps) {
	const isListed = templates.some(({ id }) => id === chosen);
	const options: [string, string][] = [
		["", "Choose a template"],
		...(chosen && !isListed ? [[chosen, chosen] satisfies [string, string]] : []),
		...templates.map(({ id, name }): [string, string] => [id, name ? `${name} (${id})` : id]),
	];
	return (
		<div className="min-w-0 flex-1 basis-56">
			<SelectField label={label} name={param} defaultValue={chosen} options={options} />
		</div>
	);
}
