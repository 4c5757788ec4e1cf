import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Fact, Facts } from "@/components/ui/facts";
import { Name } from "@/components/ui/name";
import { type ChainedLink, chainOf, type LinkState } from "@/lib/dashboard/presentation/chain";
import type {
	LinkName,
	PresentationReport,
	ReportedCertificate,
	ReportedCheck,
} from "@/lib/dashboard/presentation/presentation-report";

/** The look of each state: a sign, a word, and the colours of the word. `unreached` is a state of links alone. */
const STATES = {
	failed: { sign: "✕", tone: "danger", text: "Failed" },
	noted: { sign: "!", tone: "warning", text: "Noted" },
	unchecked: { sign: "?", tone: "neutral", text: "Not checked" },
	passed: { sign: "✓", tone: "success", text: "Passed" },
	unreached: { sign: "–", tone: "neutral", text: "Not reached" },
} as const satisfies Record<LinkState, object>;

/** What each link answers. */
const QUESTIONS: Record<LinkName, string> = {
	root: "Do you trust the authority that stands behind the licence?",
	signer: "May this certificate sign licences?",
	licence: "Is it as the issuer signed it, and is the phone's copy of it valid?",
	phone: "Did it come from the phone that it was issued to?",
	request: "Is it the response to what was asked, in the form of the standard?",
};

/** From the root to the request: five links, each with its checks folded in, and open where the chain broke. */
export function VerificationChain({ report: { checks, chain, validity } }: { report: PresentationReport }) {
	const links = chainOf(checks);
	const isBroken = links.some((link) => link.isBroken);
	const details: Partial<Record<LinkName, ReactNode>> = {
		root: (
			<Certificates chain={chain.filter(({ role }) => role !== "signer").toReversed()} hasSigner={chain.length > 0} />
		),
		signer: <Certificates chain={chain.filter(({ role }) => role === "signer")} />,
		licence: validity && <Validity validity={validity} />,
	};
	return (
		<div className="grid content-start gap-1.5">
			<h4 className="font-semibold">
				Chain <span className="font-normal text-muted">{`${checks.length} checks: ${counted(checks)}`}</span>
			</h4>
			<ol className="chain">
				{links.map((link) => (
					<li key={link.name} data-state={link.state}>
						<span aria-hidden="true" className="sign">
							{STATES[link.state].sign}
						</span>
						<details open={isBroken ? link.isBroken : link.state === "noted" || link.state === "unchecked"}>
							<summary>
								<span className="font-semibold">{link.title}</span> <State of={link.state} />{" "}
								<span className="text-xs text-muted">{others(link)}</span>
							</summary>
							<div className="grid gap-2 pb-2">
								<p className="text-muted">{QUESTIONS[link.name]}</p>
								<Checks checks={link.checks} hasFailed={isBroken} />
								{details[link.name]}
							</div>
						</details>
					</li>
				))}
			</ol>
		</div>
	);
}

function State({ of }: { of: LinkState }) {
	return <Badge tone={STATES[of].tone}>{STATES[of].text}</Badge>;
}

/** "8 passed, 1 not checked" */
function counted(checks: readonly ReportedCheck[]): string {
	return Object.entries(STATES)
		.flatMap(([state, { text }]) => {
			const count = checks.filter((check) => check.state === state).length;
			return count > 0 ? [`${count} ${text.toLowerCase()}`] : [];
		})
		.join(", ");
}

/** The states of its checks, where not all of them are that of the link. */
function others({ state, checks }: ChainedLink): string | null {
	return checks.every((check) => check.state === state) ? null : counted(checks);
}

/** Each with its result, and a remedy for a failure. Those that failed come first. */
function Checks({ checks, hasFailed }: { checks: readonly ReportedCheck[]; hasFailed: boolean }) {
	const isFailed = ({ state }: ReportedCheck) => state === "failed";
	return (
		<ul className="border-b border-line">
			{[...checks.filter(isFailed), ...checks.filter((check) => !isFailed(check))].map(
				({ name, state, title, detail, remedy }) => (
					<li key={name} className="border-t border-line">
						<details open={hasFailed ? state === "failed" : state !== "passed"} className="check">
							<summary>
								<State of={state} /> {title}
							</summary>
							<div className="grid gap-1 pb-2">
								{detail ? <p>{detail}</p> : null}
								<p className="text-muted">
									<span className="font-medium">{state === "failed" ? "What to do: " : "Where it fails: "}</span>
									{remedy}
								</p>
							</div>
						</details>
					</li>
				),
			)}
		</ul>
	);
}

const ROLES = { signer: "Signer of the licence", intermediate: "Intermediate authority", root: "Root" } as const;

/** Certificates of a link. @param hasSigner of the root's link: the chain could be read, so a root that is missing is said to be */
function Certificates({ chain, hasSigner }: { chain: readonly ReportedCertificate[]; hasSigner?: boolean }) {
	return (
		<>
			{chain.map(({ role, fingerprint, subject, issuer, validFrom, validTo, source }) => (
				<div key={fingerprint} className="grid gap-1">
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
				</div>
			))}
			{hasSigner && !chain.some(({ role }) => role === "root") ? (
				<p className="text-danger">It ends here: no trusted root has issued the last certificate.</p>
			) : null}
		</>
	);
}

function Validity({ validity }: { validity: NonNullable<PresentationReport["validity"]> }) {
	return (
		<div className="grid gap-1">
			<p className="font-medium">Validity of the phone's copy</p>
			<Facts>
				<Fact term="Signed">{momentText(validity.signed) ?? "can't be read"}</Fact>
				<Fact term="Valid from">{momentText(validity.validFrom) ?? "can't be read"}</Fact>
				<Fact term="Valid until">{momentText(validity.validUntil) ?? "can't be read"}</Fact>
				<Fact term="Next copy expected">{momentText(validity.expectedUpdate) ?? "not reported"}</Fact>
			</Facts>
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
