import { Badge } from "@/components/ui/badge";
import { AGE_LIMITS_ADVISED_MAX } from "../../_advice/age-rules";
import { type Selection, splitNames, tickedNames } from "../../_edit/template-elements";
import { isAgeOver } from "../attribute-facts";
import { nameNote } from "./name-note";

/** Under the field for further elements: what each typed name is, and a warning at too many age limits. */
export function NameNotes({ values }: { values: Selection }) {
	const typed = [...new Set(splitNames(values.added))];
	const limits = new Set([...tickedNames(values), ...typed].filter(isAgeOver)).size;
	return (
		<div role="status" className="grid gap-1 text-sm empty:hidden">
			{typed.map(nameNote).map(({ name, tone, text }) => (
				<p key={name}>
					<code>{name}</code> {tone === "warning" ? <Badge tone="warning">check</Badge> : null}{" "}
					<span className="text-muted">{text}</span>
				</p>
			))}
			{limits > AGE_LIMITS_ADVISED_MAX ? (
				<p>
					<Badge tone="warning">check</Badge> {limits} age limits: together they narrow the age down. At most{" "}
					{AGE_LIMITS_ADVISED_MAX} are advised.
				</p>
			) : null}
		</div>
	);
}
