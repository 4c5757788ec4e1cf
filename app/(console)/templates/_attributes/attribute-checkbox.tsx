import { memo } from "react";
import { Badge } from "@/components/ui/badge";
import { FIRST_BOX } from "../_edit/template-editor";

type AttributeCheckboxProps = {
	name: string;
	label: string;
	help: string;
	isTicked: boolean;
	/** The service lists it with the value false, and it was not changed here. */
	isListedFalse: boolean;
	/** Distinguishes it from the other ones. Its name would be longer in the markup. */
	place: number;
	hidden: boolean;
	onToggle: (names: readonly string[], tick: boolean) => void;
};

/**
 * One attribute. The accessible name of the box is its label alone; ISO name, help and state describe it. There are three
 * dozen of them, so only the one that changes is rendered again, each text is one node with the space before it, and none
 * has a class: their layout is in `attribute-section.css`.
 */
export const AttributeCheckbox = memo(function AttributeCheckbox(props: AttributeCheckboxProps) {
	const { name, label, help, isTicked, isListedFalse, place, hidden, onToggle } = props;
	const aboutId = `about-${place}`;
	return (
		<div hidden={hidden}>
			<label>
				<input
					id={name === FIRST_BOX ? FIRST_BOX : undefined}
					type="checkbox"
					name="attribute"
					value={name}
					checked={isTicked}
					onChange={(event) => onToggle([name], event.target.checked)}
					aria-describedby={aboutId}
				/>
				{label}
			</label>
			<span id={aboutId}>
				<code>{name}</code>
				{isListedFalse ? <Badge tone="warning">{" listed as false"}</Badge> : null}
				{help ? ` ${help}` : null}
			</span>
			{isListedFalse ? <input type="hidden" name="listedFalse" value={name} /> : null}
		</div>
	);
});
