import { Fragment } from "react";
import type { ReportedElement, ReportedValue } from "@/lib/dashboard/presentation/presentation-report";

const DIGESTS = {
	matches: { text: "matches", look: "text-success" },
	differs: { text: "differs", look: "font-medium text-danger" },
	unlisted: { text: "not listed", look: "font-medium text-danger" },
} as const;

/** Requested and sent elements, one by one, each a card. */
export function ElementTable({ elements }: { elements: readonly ReportedElement[] }) {
	if (elements.length === 0) return null;
	return (
		<div className="element-table">
			<table>
				<caption className="sr-only">Elements</caption>
				<tbody>
					{elements.map((element) => (
						<Row key={`${element.namespace} ${element.name}`} {...element} />
					))}
				</tbody>
			</table>
		</div>
	);
}

function Row({ name, label, isRequested, isSent, answeredBy, value, digest, isRetained }: ReportedElement) {
	return (
		<tr>
			<th scope="row">
				{label}
				{label === name ? null : <code>{breakable(name)}</code>}
			</th>
			<td data-label="Value">
				<Value value={value} label={label} isRequested={isRequested} isSent={isSent} />
				{answeredBy ? (
					<span className="block text-xs text-muted">
						answered by <code>{answeredBy}</code>
					</span>
				) : null}
			</td>
			<td data-label="Asked">{isRequested ? "yes" : <strong className="text-warning">no</strong>}</td>
			<td data-label="Sent">{isSent ? "yes" : <strong className="text-warning">no</strong>}</td>
			<td data-label="Digest">
				{digest ? <span className={DIGESTS[digest].look}>{DIGESTS[digest].text}</span> : <Nothing />}
			</td>
			<td data-label="To be retained">{retention(isRequested, isRetained)}</td>
		</tr>
	);
}

type ValueProps = { value: ReportedValue | null; label: string; isRequested: boolean; isSent: boolean };

function Value({ value, label, isRequested, isSent }: ValueProps) {
	if (!value) {
		if (!isSent) return <Nothing />;
		return <span className="text-muted">{isRequested ? "not to be believed" : "not asked for, not shown"}</span>;
	}
	if (value.kind === "text") return <span className="whitespace-pre-wrap">{value.text}</span>;
	return (
		<>
			{/* biome-ignore lint/performance/noImgElement: a data URL in the page, which needs no optimisation. */}
			<img src={value.address} alt={label} className="max-h-28 max-w-full rounded" />
			<span className="block text-xs text-muted">{value.text}</span>
		</>
	);
}

/** Names are long: they may break after their underscores. */
function breakable(name: string) {
	return name.split("_").map((word, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: the words of a name have no other identity.
		<Fragment key={index}>
			{index > 0 ? (
				<>
					_<wbr />
				</>
			) : null}
			{word}
		</Fragment>
	));
}

function retention(isRequested: boolean, isRetained: boolean | null) {
	if (!isRequested) return <Nothing />;
	if (isRetained === null) return "not reported";
	return isRetained ? "yes" : "no";
}

function Nothing() {
	return <span className="text-muted">—</span>;
}
