import type { ReactNode } from "react";
import { CodeView } from "@/components/ui/code-view";
import { CopyButton } from "@/components/ui/copy-button";
import { Fact, Facts } from "@/components/ui/facts";
import type {
	Download,
	PresentationReport,
	ReportedCertificate,
	ReportedValidity,
	Verdict,
} from "@/lib/dashboard/presentation/presentation-report";
import { CheckList } from "./check-list";
import { ElementTable } from "./element-table";

type ReportViewProps = {
	report: PresentationReport;
	/** Shown between the verdict and the elements. */
	children?: ReactNode;
};

/**
 * The report of a presentation, from its verdict to its bytes. Without hooks, since the server renders it as well. It takes
 * the focus when it is added later.
 */
export function ReportView({ report, children }: ReportViewProps) {
	const { title, look, ink } = VERDICTS[report.verdict];
	return (
		<ResultRegion isReport>
			<div className={`grid gap-1 rounded-md border-l-4 px-3 py-2.5 ${look}`}>
				<h3 className={`text-lg font-semibold ${ink}`}>{title}</h3>
				<p>{report.reason}</p>
				<Downloads files={report.downloads} />
			</div>
			{children}
			<ElementTable elements={report.elements} />
			<CheckList checks={report.checks} />
			<ChainList chain={report.chain} />
			<ValidityFacts validity={report.validity} />
			<Part title="What your own code gets">
				{report.application === null ? (
					<p className="text-muted">Nothing: a rejected answer must not be used, whatever values it holds.</p>
				) : (
					<>
						<p className="text-muted">Namespaces, elements, values. Binary values are base64url, shortened here.</p>
						<CodeView label="What your own code gets" text={report.application} />
						<div>
							<CopyButton text={report.application} label="Copy what your own code gets" shown="Copy" />
						</div>
					</>
				)}
			</Part>
			<SessionFacts session={report.session} />
			{report.diagnostic === null ? null : (
				<Part title="The response, as CBOR">
					<p className="text-muted">
						Diagnostic notation, long values shortened. As received: also what the checks do not believe, but no value
						that was not asked for.
					</p>
					<CodeView label="The response, as CBOR" text={report.diagnostic} />
				</Part>
			)}
		</ResultRegion>
	);
}

function Downloads({ files }: { files: readonly Download[] }) {
	if (files.length === 0) return null;
	return (
		<p className="flex flex-wrap gap-x-4 gap-y-1">
			{files.map(({ label, fileName, mediaType, base64 }) => (
				<a
					key={fileName}
					href={`data:${mediaType};base64,${base64}`}
					download={fileName}
					className="inline-flex min-h-6 items-center text-accent underline underline-offset-2"
				>
					Download {label.toLowerCase()}
				</a>
			))}
		</p>
	);
}

/** The session data that the phone has signed: with it the downloaded response can be checked again. */
function SessionFacts({ session }: Pick<PresentationReport, "session">) {
	if (session.length === 0) return null;
	return (
		<Part title="The session, to check the response again">
			<dl className="grid gap-2">
				{session.map(({ name, text }) => (
					<div key={name} className="grid gap-0.5">
						<dt className="flex items-center gap-2 text-muted">
							{name} <CopyButton text={text} label={`Copy ${name}`} shown="Copy" />
						</dt>
						<dd>
							<code className="text-xs">{text}</code>
						</dd>
					</div>
				))}
			</dl>
		</Part>
	);
}

/** The validity of the copy on the phone, as the issuer signed it. */
function ValidityFacts({ validity }: { validity: ReportedValidity | null }) {
	if (!validity) return null;
	const { signed, validFrom, validUntil, expectedUpdate } = validity;
	return (
		<div className="grid gap-2">
			<h4 className="font-semibold">Validity of the phone's copy</h4>
			<Facts>
				<Fact term="Signed">{readable(signed)}</Fact>
				<Fact term="Valid from">{readable(validFrom)}</Fact>
				<Fact term="Valid until">{readable(validUntil)}</Fact>
				<Fact term="Next copy expected">
					{expectedUpdate ? <MomentText moment={expectedUpdate} /> : "not reported"}
				</Fact>
			</Facts>
		</div>
	);
}

function readable(moment: string | null) {
	return moment ? <MomentText moment={moment} /> : "can't be read";
}

const ROLES = { signer: "Signer of the licence", intermediate: "Authority between", root: "Root" } as const;

/** The certificate chain from the licence's signer to the trusted root. */
function ChainList({ chain }: { chain: readonly ReportedCertificate[] }) {
	if (chain.length === 0) return null;
	return (
		<div className="grid gap-2">
			<h4 className="font-semibold">Chain, from leaf to root</h4>
			<ol className="grid gap-3">
				{chain.map((link) => (
					<li key={link.fingerprint} className="grid gap-1.5 border-l-2 border-line pl-3">
						<p className="font-medium">{ROLES[link.role]}</p>
						<Facts>
							<Fact term="Subject">{link.subject}</Fact>
							{link.issuer === link.subject ? null : <Fact term="Issued by">{link.issuer}</Fact>}
							<Fact term="Valid">
								<MomentText moment={link.validFrom} /> to <MomentText moment={link.validTo} />
							</Fact>
							<Fact term="SHA-256">
								<code className="text-xs">{link.fingerprint}</code>
							</Fact>
							{link.source === null ? null : <Fact term="Believed by">{link.source}</Fact>}
						</Facts>
					</li>
				))}
			</ol>
			{chain.some(({ role }) => role === "root") ? null : (
				<p className="text-danger">It ends here: no root that is believed has issued the last of them.</p>
			)}
		</div>
	);
}

/** A moment in UTC, as licences and certificates contain it. @param moment ISO 8601 UTC */
function MomentText({ moment }: { moment: string }) {
	return (
		<time dateTime={moment} className="whitespace-nowrap tabular-nums">
			{moment.slice(0, 10)} {moment.slice(11, 16)} UTC
		</time>
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
const VERDICTS = {
	verified: { title: "Verified", look: "border-success bg-success-soft", ink: "text-success" },
	incomplete: { title: "Verified but incomplete", look: "border-warning bg-warning-soft", ink: "text-warning" },
	rejected: { title: "Rejected", look: "border-danger bg-danger-soft", ink: "text-danger" },
} as const satisfies Record<Verdict, { title: string; look: string; ink: string }>;

/** The region of a result or failure. It can take the focus. */
export function ResultRegion({ children, isReport }: { children: ReactNode; isReport?: boolean }) {
	return (
		<section aria-label="Result" tabIndex={-1} className="grid gap-4 text-sm" data-report={isReport ? "" : undefined}>
			{children}
		</section>
	);
}
