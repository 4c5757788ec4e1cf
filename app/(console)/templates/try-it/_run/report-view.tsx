import type { ReactNode } from "react";
import { linkClass } from "@/components/layout/link-class";
import { CodeView } from "@/components/ui/code-view";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import { Identifier } from "@/components/ui/identifier";
import { Name } from "@/components/ui/name";
import type {
	PresentationReport,
	ReportedCertificate,
	Verdict,
} from "@/lib/dashboard/presentation/presentation-report";
import { CheckList } from "./check-list";
import { ElementTable } from "./element-table";

/**
 * The report of a presentation, from its verdict to its bytes. Without hooks, since the server renders it as well.
 * @param notes between the verdict and the elements
 */
export function ReportView({ report, notes }: { report: PresentationReport; notes: readonly string[] }) {
	const { verdict, reason, downloads, elements, checks, chain, validity, application, session, diagnostic } = report;
	const { title, look, ink } = VERDICTS[verdict];
	return (
		<>
			<div className={`grid gap-1 rounded-md border-l-4 px-3 py-2.5 ${look}`}>
				<h3 className={`text-lg font-semibold ${ink}`}>{title}</h3>
				<p>{reason}</p>
				<p className="flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
					{downloads.map(({ label, fileName, mediaType, base64 }) => (
						<a key={fileName} href={`data:${mediaType};base64,${base64}`} download={fileName} className={linkClass}>
							Download {label.toLowerCase()}
						</a>
					))}
				</p>
			</div>
			{notes.map((note) => (
				<p key={note}>{note}</p>
			))}
			<ElementTable elements={elements} />
			<CheckList checks={checks} />
			<ChainList chain={chain} />
			{validity ? (
				<div className="grid gap-2">
					<h4 className="font-semibold">Validity of the phone's copy</h4>
					<Facts>
						<Fact term="Signed">{momentText(validity.signed) ?? "can't be read"}</Fact>
						<Fact term="Valid from">{momentText(validity.validFrom) ?? "can't be read"}</Fact>
						<Fact term="Valid until">{momentText(validity.validUntil) ?? "can't be read"}</Fact>
						<Fact term="Next copy expected">{momentText(validity.expectedUpdate) ?? "not reported"}</Fact>
					</Facts>
				</div>
			) : null}
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

const ROLES = { signer: "Signer of the licence", intermediate: "Intermediate authority", root: "Root" } as const;

/** The certificate chain from the licence's signer to the trusted root. */
function ChainList({ chain }: { chain: readonly ReportedCertificate[] }) {
	if (chain.length === 0) return null;
	return (
		<div className="grid gap-2">
			<h4 className="font-semibold">Chain, from leaf to root</h4>
			<ol className="grid gap-3">
				{chain.map(({ role, fingerprint, subject, issuer, validFrom, validTo, source }) => (
					<li key={fingerprint} className="grid gap-1.5 border-l-2 border-line pl-3">
						<p className="font-medium">{ROLES[role]}</p>
						<Facts>
							<Fact term="Subject">
								<Name text={subject} />
							</Fact>
							{issuer === subject ? null : (
								<Fact term="Issued by">
									<Name text={issuer} />
								</Fact>
							)}
							<Fact term="Valid">
								{momentText(validFrom)} to {momentText(validTo)}
							</Fact>
							<Fact term="SHA-256">
								<code className="text-xs">{fingerprint}</code>
							</Fact>
							{source === null ? null : <Fact term="Trusted by">{source}</Fact>}
						</Facts>
					</li>
				))}
			</ol>
			{chain.some(({ role }) => role === "root") ? null : (
				<p className="text-danger">It ends here: no trusted root has issued the last certificate.</p>
			)}
		</div>
	);
}

/** A moment in UTC, as licences and certificates contain it. @param moment ISO 8601 UTC; null: missing or not readable */
function momentText(moment: string | null) {
	return (
		moment && (
			<time dateTime={moment} className="whitespace-nowrap">
				{moment.slice(0, 10)} {moment.slice(11, 16)} UTC
			</time>
		)
	);
}

/** The three verdicts as headings, each with the colours of its state. */
const VERDICTS = {
	verified: { title: "Verified", look: "border-success bg-success-soft", ink: "text-success" },
	incomplete: { title: "Verified but incomplete", look: "border-warning bg-warning-soft", ink: "text-warning" },
	rejected: { title: "Rejected", look: "border-danger bg-danger-soft", ink: "text-danger" },
} as const satisfies Record<Verdict, { title: string; look: string; ink: string }>;
