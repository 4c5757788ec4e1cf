import type { ReactNode } from "react";
import { Name } from "@/components/ui/name";
import { isolated } from "@/lib/contract/name-or-id";
import type { ReportedElement, ReportedValue } from "@/lib/dashboard/presentation/presentation-report";

const DIGESTS = {
	matches: { text: "matches", look: "text-success" },
	differs: { text: "differs", look: "font-medium text-danger" },
	unlisted: { text: "not listed", look: "font-medium text-danger" },
} as const;

/** Requested and sent elements, one by one. Each is a block of its own: the panel may be narrow. */
export function ElementTable({ elements }: { elements: readonly ReportedElement[] }) {
	return (
		<table className="block border-t border-line">
			<caption className="sr-only">Attributes</caption>
			<tbody className="block">
				{elements.map(({ namespace, name, label, isRequested, isSent, answeredBy, value, digest, isRetained }) => (
					<tr key={`${namespace} ${name}`} className="block border-b border-line py-2">
						<th scope="row" className="block text-left font-medium">
							{label === isolated(name) ? <Name text={name} /> : label}
							{label === isolated(name) ? null : <code className="block text-xs font-normal text-muted">{name}</code>}
						</th>
						<Cell label="Value">
							<Value value={value} isRequested={isRequested} isSent={isSent} />
							{answeredBy ? (
								<span className="block text-xs text-muted">
									answered by{" "}
									<code>
										<Name text={answeredBy} />
									</code>
								</span>
							) : null}
						</Cell>
						<Cell label="Asked">{isRequested ? "yes" : <strong className="text-warning">no</strong>}</Cell>
						<Cell label="Sent">
							{isSent ? "yes" : <strong className="text-warning">{isSent === null ? "not known" : "no"}</strong>}
						</Cell>
						<Cell label="Digest">
							{digest ? <span className={DIGESTS[digest].look}>{DIGESTS[digest].text}</span> : <Nothing />}
						</Cell>
						<Cell label="To be retained">{retention(isRequested, isRetained)}</Cell>
					</tr>
				))}
			</tbody>
		</table>
	);
}

/** Its label is read out too: there is no head. */
function Cell({ label, children }: { label: string; children: ReactNode }) {
	return (
		<td
			data-label={label}
			className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 py-0.5 before:text-muted before:content-[attr(data-label)]"
		>
			<div>{children}</div>
		</td>
	);
}

type ValueProps = { value: ReportedValue | null; isRequested: boolean; isSent: boolean | null };

function Value({ value, isRequested, isSent }: ValueProps) {
	if (!value) {
		if (!isSent) return <Nothing />;
		return <span className="text-muted">{isRequested ? "not trusted" : "not asked for, not shown"}</span>;
	}
	return <bdi className="whitespace-pre-wrap">{isolated(value.text)}</bdi>;
}

function retention(isRequested: boolean, isRetained: boolean | null) {
	if (!isRequested) return <Nothing />;
	if (isRetained === null) return "not reported";
	return isRetained ? "yes" : "no";
}

function Nothing() {
	return <span className="text-muted">—</span>;
}
