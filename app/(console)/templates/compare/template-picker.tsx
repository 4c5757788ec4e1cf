import { controlClass } from "@/components/ui/field";
import type { Template } from "@/lib/contract/template/template";

type TemplatePickerProps = { label: string; param: "a" | "b"; chosen: string; templates: readonly Template[] };

/** Chooses one of the loaded templates, or keeps the one that the address names. */
export function TemplatePicker({ label, param, chosen, templates }: TemplatePickerProps) {
	const isListed = templates.some(({ id }) => id === chosen);
	return (
		<label className="grid min-w-0 flex-1 basis-56 gap-1.5 text-sm font-medium">
			{label}
			<select name={param} defaultValue={chosen} className={`${controlClass} min-h-9 font-normal`}>
				<option value="">Choose a template</option>
				{chosen && !isListed ? <option value={chosen}>{chosen}</option> : null}
				{templates.map(({ id, name }) => (
					<option key={id} value={id}>
						{name ? `${name} (${id})` : id}
					</option>
				))}
			</select>
		</label>
	);
}
