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
		<div hidden={hidden} className="relative rounded-md py-1.5 pl-9 pr-2 text-sm text-muted hover:bg-sunken">
			<input
				id={id}
				type="checkbox"
				name="attribute"
				value={name}
				defaultChecked={defaultChecked}
				aria-describedby={`${id}-about`}
				className="absolute left-2 top-2.5 size-4"
			/>
			<label htmlFor={id} className="mr-2 inline-block text-base font-medium text-ink">
				{label}
			</label>
			<span id={`${id}-about`}>
				<code className="mr-2 text-xs">{name}</code>
				{isListedFalse ? <Badge tone="warning">listed as false</Badge> : null}
				{help ? (
					<>
						<br />
						{help}
					</>
				) : null}
			</span>
			{isListedFalse ? <input type="hidden" name="listedFalse" value={name} /> : null}
		</div>
	);
}
