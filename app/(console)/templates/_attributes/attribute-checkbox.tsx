import { memo } from "react";
import { Badge } from "@/components/ui/badge";

type AttributeCheckboxProps = {
	name: string;
	label: string;
	help: string;
	isTicked: boolean;
	/** The service lists it with the value false, and nobody has touched it here. */
	isListedFalse: boolean;
	hidden: boolean;
	onToggle: (name: string, tick: boolean) => void;
};

/**
 * One attribute. The name of the box is its label alone; ISO name, help and state describe it. There are three dozen
 * of them, so only the one that changes is drawn anew.
 */
export const AttributeCheckbox = memo(function AttributeCheckbox(props: AttributeCheckboxProps) {
	const { name, label, help, isTicked, isListedFalse, hidden, onToggle } = props;
	const id = `attribute-${name}`;
	return (
		<div hidden={hidden} className="relative rounded-md py-1 pl-8 pr-2 text-xs text-muted hover:bg-sunken">
			<input
				id={id}
				type="checkbox"
				name="attribute"
				value={name}
				checked={isTicked}
				onChange={(event) => onToggle(name, event.target.checked)}
				aria-describedby={`${id}-about`}
				className="absolute left-2 top-1.5 z-1 size-4"
			/>
			{/* The row is the label's, but for what can be read and copied in it. */}
			<label htmlFor={id} className="mr-2 inline-block text-sm font-medium text-ink after:absolute after:inset-0">
				{label}
			</label>
			<span id={`${id}-about`} className="relative">
				<code className="mr-2">{name}</code>
				{isListedFalse ? <Badge tone="warning">listed as false</Badge> : null}
				{help ? <span className="block">{help}</span> : null}
			</span>
			{isListedFalse ? <input type="hidden" name="listedFalse" value={name} /> : null}
		</div>
	);
});
