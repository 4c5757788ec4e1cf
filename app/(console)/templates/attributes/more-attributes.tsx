import { type ReactNode, useState } from "react";
import { TextField } from "@/components/ui/text-field";
import { useTemplateEdit, useTemplateValues } from "../form/template-edit-context";
import { NameNotes } from "./names/name-notes";

type MoreAttributesProps = {
	/** How many elements beyond the 21 are listed; where one comes to it, it is shown. */
	ticked: number;
	/** A filter has found something in here. */
	hasHits: boolean;
	children: ReactNode;
};

/** Elements of the same namespace beyond the 21: suggested ones, those of this template, and names to type. */
export function MoreAttributes({ ticked, hasHits, children }: MoreAttributesProps) {
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
			className="border-t border-line pt-3"
		>
			<summary className="font-semibold">More attributes</summary>
			<div className="mt-3 grid gap-4">
				<p className="text-sm text-muted">
					Elements of the same namespace beyond the 21. Not every licence holds them, and each one asked for can turn
					people away.
				</p>
				<div className="grid sm:grid-cols-2 lg:grid-cols-3">{children}</div>
				<FurtherElements />
			</div>
		</details>
	);
}

function FurtherElements() {
	const { change } = useTemplateEdit();
	const { elements, added } = useTemplateValues();
	return (
		<>
			<TextField
				label="Further elements"
				name="added"
				value={added}
				onChange={(event) => change("added", event.target.value)}
				spellCheck={false}
				description="Names such as age_over_25, separated by commas. The service accepts any name."
			/>
			<NameNotes values={{ elements, added }} />
		</>
	);
}
