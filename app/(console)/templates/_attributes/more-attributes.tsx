import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import { useEditing, useNow } from "@/app/_editor/editor-context";
import { Badge } from "@/components/ui/badge";
import { Name } from "@/components/ui/name";
import { TextField } from "@/components/ui/text-field";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { boxedNames, isBiometric, isKnownElement } from "@/lib/dashboard/templates/attribute-facts";
import { templateEditor } from "../_edit/template-editor";
import { isTicked, type RequestedElement, splitNames } from "../_edit/template-elements";
import { boxOf, MORE } from "./attribute-rows";

type MoreAttributesProps = {
	id: string;
	/** A filter has matches in here. */
	hasHits: boolean;
	isDisabled: boolean;
	children: ReactNode;
};

const listedBeyond = (elements: readonly RequestedElement[]) =>
	elements.filter(({ name, state }) => boxOf(name).group === MORE && (state === false || isTicked({ state }))).length;

/**
 * Elements of the same namespace beyond the 21: suggested ones, this template's, and typed names. The section opens with one
 * that is listed, and for each that is added.
 */
export function MoreAttributes({ id, hasHits, isDisabled, children }: MoreAttributesProps) {
	const { control } = useEditing(templateEditor);
	const listed = useWatch({ control, name: "elements", compute: listedBeyond });
	const [isOpen, setOpen] = useState(listed > 0);
	const [before, setBefore] = useState(listed);
	if (before !== listed) {
		setBefore(listed);
		if (listed > before) setOpen(true);
	}
	return (
		<details
			open={isOpen || hasHits}
			onToggle={({ currentTarget }) => hasHits || setOpen(currentTarget.open)}
			className="mt-3 border-t border-line pt-2"
		>
			<summary className="text-sm font-semibold leading-6">More attributes</summary>
			<fieldset id={id} disabled={isDisabled} className="mt-2 grid gap-3">
				<legend className="sr-only">More attributes</legend>
				<p className="text-sm text-muted">
					More attributes of the same namespace. Many licences lack them, and each one you request can turn holders
					away.
				</p>
				<div className="attribute-columns rows">{children}</div>
				<FurtherElements />
			</fieldset>
		</details>
	);
}

/** Typed names, with a note on each. */
function FurtherElements() {
	const { change } = useEditing(templateEditor);
	const { added } = useNow(templateEditor).values;
	return (
		<>
			<TextField
				label="Further attributes"
				name="added"
				value={added}
				onChange={(event) => change("added", event.target.value)}
				description="Names such as age_over_30, separated by commas. Any name is accepted; AAMVA's own namespace can't be reached."
			/>
			<div role="status" className="grid gap-1 text-sm empty:hidden">
				{[...new Set(splitNames(added))].map((name) => {
					const { tone, text } = nameNote(name);
					return (
						<p key={name}>
							<code>
								<Name text={name} />
							</code>{" "}
							{tone === "warning" ? <Badge tone="warning">check</Badge> : null}{" "}
							<span className="text-muted">{text}</span>
						</p>
					);
				})}
			</div>
		</>
	);
}

/** A note on a typed element name. The service accepts any name, so none is refused. */
export function nameNote(name: string): { tone: "fine" | "warning"; text: string } {
	const label = attributeLabel(name);
	if (boxedNames.has(name)) return { tone: "fine", text: `The same as ticking “${label}”.` };
	if (isBiometric(name)) return { tone: "warning", text: "Biometric data: very sensitive, hardly ever held." };
	if (isKnownElement(name)) return { tone: "fine", text: `${label}: an age limit.` };
	const hint = name.startsWith("age_over") ? " Age limits are named age_over_NN, with two digits from 00 to 99." : "";
	return { tone: "warning", text: `Not a known mDL attribute.${hint}` };
}
