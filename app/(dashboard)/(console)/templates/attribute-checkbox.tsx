import { Badge } from "@/components/ui/badge";

type AttributeCheckboxProps = {
	name: string;
	label: string;
	help?: string;
	defaultChecked: boolean;
	/** The service lists it with the value false, and nobody has touched it here. */
	isListedFalse: boolean;
	hidden?: boolean;
};

/** One attribute. The name of the box is its label alone; ISO name, help and state describe it. */
export function AttributeCheckbox({
	name,
	label,
	help,
	defaultChecked,
	isListedFalse,
	hidden,
}: AttributeCheckboxProps) {
	const id = `attribute-${name}`;
	return (
		<div
			hidden={hidden}
			className="grid grid-cols-[auto_1fr] items-start gap-x-3 rounded-md px-2 py-1.5 hover:bg-sunken"
		>
			<input
				id={id}
				type="checkbox"
				name="attribute"
				value={name}
				defaultChecked={defaultChecked}
				aria-describedby={`${id}-about`}
				className="mt-1 size-4"
			/>
			<div className="min-w-0">
				<div className="flex flex-wrap items-baseline gap-x-2">
					<label htmlFor={id} className="font-medium [overflow-wrap:anywhere]">
						{label}
					</label>
					<span id={`${id}-about`} className="contents">
						<code className="text-xs text-muted [overflow-wrap:anywhere]">{name}</code>
						{isListedFalse ? <Badge tone="warning">listed as false</Badge> : null}
						{help ? <span className="basis-full text-sm text-muted">{help}</span> : null}
					</span>
				</div>
			</div>
			{isListedFalse ? <input type="hidden" name="listedFalse" value={name} /> : null}
		</div>
	);
}
