import type { ReactNode } from "react";
import { linkClass } from "@/components/layout/link-class";
import { CodeView } from "@/components/ui/code-view";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { finding } from "@/lib/dashboard/presentation/chain";
import type { PresentationReport, Verdict } from "@/lib/dashboard/presentation/presentation-report";
import { ElementTable } from "./element-table";
import { LicenceCard } from "./licence-card";
import { VerificationChain } from "./verification-chain";

/**
 * The report of a presentation, from its verdict to its bytes. Without hooks, since the server renders it as well.
 * @param notes between the verdict and the card
 */
export function ReportView({ report, notes }: { report: PresentationReport; notes: readonly string[] }) {
	const { verdict, reason, downloads, elements, withheld, application, session, diagnostic } = report;
	const { title, look, ink } = VERDICTS[verdict];
	return (
		<>
			<div className={`grid gap-1 rounded-md border-l-4 px-3 py-2.5 ${look}`}>
				<h3 className={`text-lg font-semibold ${ink}`}>{title}</h3>
				<p>
					<strong>{finding(report)}</strong> {reason}
				</p>
				<p className="flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
					{downloads.map(({ label, fileName, mediaType, base64 }) => (
						<a key={fileName} href={`data:${mediaType};base64,${base64}`} download={fileName} className={linkClass}>
							Download {label.toLowerCase()}
						</a>
					))}
				</p>
				{withheld ? <p className="text-muted">{withheld}</p> : null}
			</div>
			{notes.map((note) => (
				<p key={note}>{note}</p>
			))}
			<div className="card-and-chain">
				<LicenceCard report={report} />
				<VerificationChain report={report} />
			</div>
			{elements.length === 0 ? null : (
				<Part title="Every attribute: asked, sent, digest">
					<ElementTable elements={elements} />
				</Part>
			)}
			<Part title="What your own code gets">
				{application === null ? (
					<p className="text-muted">Nothing: a rejected response must not be used, whatever its values are.</p>
				) : (
					<>
						<p className="text-muted">Namespaces, attributes, values. Binary values are base64url, shortened here.</p>
						<CodeView label="What your own code gets" text={application} />
						<CopyButton text={application} label="Copy what your own code gets" />
					</>
				)}
			</Part>
			{session.length === 0 ? null : (
				<Part title="The session, to check the response again">
					<Facts isStacked>
						{session.map(({ name, text }) => (
							<Fact key={name} term={name}>
								<Identifier value={text} label={`Copy ${name}`} />
							</Fact>
						))}
					</Facts>
				</Part>
			)}
			{diagnostic === null ? null : (
				<Part title="The response, as CBOR">
					<p className="text-muted">
						Diagnostic notation, long values shortened. As received, with what the checks don't trust, but without
						values that were not asked for.
					</p>
					<CodeView label="The response, as CBOR" text={diagnostic} />
				</Part>
			)}
		</>
	);
}

/** Collapsed details. */
function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<details className="border-t border-line pt-2">
			<summary className="py-0.5 font-semibold">{title}</summary>
			<div className="mt-2 grid gap-2">{children}</div>
		</details>
	);
}

/** The three verdicts as headings, each with the colours of its state. */
export const VERDICTS = {
	verified: { title: "Verified", look: "border-success bg-success-soft", ink: "text-success" },
	incomplete: { title: "Verified but incomplete", look: "border-warning bg-warning-soft", ink: "text-warning" },
	rejected: { title: "Rejected", look: "border-danger bg-danger-soft", ink: "text-danger" },
} as const satisfies Record<Verdict, { title: string; look: string; ink: string }>;
