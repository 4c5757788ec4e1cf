import { Badge } from "@/components/ui/badge";
import type { AttributeFacts } from "../attributes/attribute-facts";
import { listInWords } from "../attributes/list-in-words";
import { holderRequest } from "./holder-request";

/** A likeness of a wallet's consent sheet, in words. No wallet looks exactly like it. */
export function HolderPreview({ elements }: { elements: Record<string, unknown> }) {
	const { groups, counts, isPhotoBound, listedFalse } = holderRequest(elements);
	return (
		<div className="grid gap-3 text-sm">
			<p className="font-medium">
				{counts.sensitive} sensitive, {counts.optional} optional for issuers
			</p>
			{groups.length === 0 ? (
				<p className="text-muted">Nothing is ticked, so there is nothing to ask the holder for.</p>
			) : (
				<div className="grid gap-2 rounded-lg border border-control bg-canvas p-4">
					<p className="font-semibold">This verifier asks for data from your driving licence</p>
					<ul className="grid gap-1">
						{groups.map(({ title, attributes }) => (
							<li key={title}>
								<details>
									<summary>{listInWords(attributes.map(({ label }) => label))}</summary>
									<ul className="grid gap-1 py-1 pl-5">
										{attributes.map((attribute) => (
											<AttributeLine key={attribute.name} {...attribute} />
										))}
									</ul>
								</details>
							</li>
						))}
					</ul>
					{isPhotoBound ? <p>The photo can't be held back while anything else here is shared.</p> : null}
					<p className="text-muted">You can decline: then nothing is shared.</p>
				</div>
			)}
			{listedFalse.length > 0 ? (
				<p className="text-muted">
					Not counted: {listedFalse.length} listed as false. Some services ask for a listed attribute all the same.
				</p>
			) : null}
			<p className="text-muted">
				A likeness, so that you can judge the request. Each wallet has its own words and looks.
				{counts.optional > 0
					? " Where a licence lacks an optional attribute, a wallet may be unable to answer at all."
					: null}
			</p>
		</div>
	);
}

function AttributeLine({ name, label, sensitivity, isOptional }: AttributeFacts) {
	return (
		<li className="flex flex-wrap items-baseline gap-x-2">
			{label === name ? null : <span>{label}</span>}
			<code className="text-xs text-muted [overflow-wrap:anywhere]">{name}</code>
			{sensitivity === "high" ? <Badge tone="warning">sensitive</Badge> : null}
			{isOptional ? <Badge>optional for issuers</Badge> : null}
		</li>
	);
}
