import { type ReactNode, useState } from "react";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { TextField } from "@/components/ui/text-field";
import { templateEditor } from "../_edit/template-editor";
import { MORE_ID } from "./group-links";
import { NameNotes } from "./names/name-notes";

type MoreAttributesProps = {
	/** How many elements beyond the 21 are listed; where one comes to it, it is shown. */
	ticked: number;
	/** A filter has found something in here. */
	hasHits: boolean;
	isDisabled: boolean;
	children: ReactNode;
};

/** Elements of the same namespace beyond the 21: suggested ones, those of this template, and names to type. */
export function MoreAttributes({ ticked, hasHits, isDisabled, children }: MoreAttributesProps) {
	const [isOpen, setOpen] = useState(ticked > 0);
	const [before, setBefore] = useState(ticked);
	if (before !== ticked) {
		setBefore(ticked);
		if (ticked > before) setOpen(true);
	}
	return (
		<details
			open={isOpen || hasHits}
			onToggle={({ currentTarget }) => hasHits || setOpen(currentTarget.open)}
			className="border-line [:not([hidden])~&]:border-t [:not([hidden])~&]:pt-2"
		>
			<summary className="text-sm font-semibold leading-6">More attributes</summary>
			<fieldset id={MORE_ID} disabled={isDisabled} className="mt-2 grid gap-3">
				<legend className="sr-only">More attributes</legend>
				<p className="text-sm text-muted">
					Further elements of the same namespace. Many licences lack them, and each one asked for can turn people away.
				</p>
				<div className="grid gap-x-4 @[30rem]:grid-cols-2 @[60rem]:grid-cols-3">{children}</div>
				<FurtherElements />
			</fieldset>
		</details>
	);
}

function FurtherElements() {
	const { change } = useEditing(templateEditor);
	const { elements, added } = useNow(templateEditor).values;
	return (
		<>
			<TextField
				label="Further elements"
				name="added"
				value={added}
				onChange={(event) => change("added", event.target.value)}
				spellCheck={false}
				description="Names such as age_over_30, separated by commas. The service accepts any name."
			/>
			<NameNotes values={{ elements, added }} />
		</>
	);
}
