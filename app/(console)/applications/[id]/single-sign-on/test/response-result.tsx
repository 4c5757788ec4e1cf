import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Cell, DataTable, Head } from "@/components/ui/data-table";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { CheckOutcome, ResponseAttribute, ResponseCheck } from "@/lib/dashboard/single-sign-on/response-report";
import type { ReportOnResponse } from "./report-on-response";

const outcomes: Record<CheckOutcome, { word: string; tone: "success" | "danger" | "warning" | "neutral" }> = {
	passed: { word: "passed", tone: "success" },
	failed: { word: "failed", tone: "danger" },
	warning: { word: "look at it", tone: "warning" },
	"not-signed": { word: "not signed", tone: "neutral" },
};

type ResponseResultProps = ReportOnResponse & {
	/** Appended to the names of its parts, to distinguish it from another result on the page. */
	of?: string;
};

/** The report on a response of the tenant: its checks, the person, its attributes, and its XML. */
export function ResponseResult({ report, missing, of = "" }: ResponseResultProps) {
	const failures = report.checks.filter(({ outcome }) => outcome === "failed").length;
	return (
		<Section title={`Result${of}`}>
			{report.isGood ? (
				<Alert tone="success" title="This answer is good">
					<p>An application that checks all of it lets the person in.</p>
				</Alert>
			) : (
				<Alert tone="error" title="An application must refuse this response">
					<p>
						{failures === 1 ? "One check" : `${failures} checks`} failed; beside each stands what can be done.
						{missing ? ` ${missing}` : ""}
					</p>
				</Alert>
			)}
			<Checks checks={report.checks} />
			{report.person || report.facts.length > 0 ? (
				<Facts>
					{report.person ? (
						<>
							<Fact term="Person">{report.person.name}</Fact>
							<Fact term="Format of the name">{report.person.format}</Fact>
						</>
					) : null}
					{report.facts.map(({ term, text }) => (
						<Fact key={term} term={term}>
							{text}
						</Fact>
					))}
				</Facts>
			) : null}
			{report.attributes.length > 0 ? <Attributes label={`Attributes${of}`} attributes={report.attributes} /> : null}
			<div className="grid justify-items-start gap-2">
				<h3 className="text-sm font-medium">The answer, decoded</h3>
				<p className="text-xs text-muted">
					All of it as it came, whether signed or not. Only what is signed was read above.
				</p>
				<div className="w-full">
					<CodeBlock label={`Decoded answer${of}`} text={report.xml} />
				</div>
				<CopyButton text={report.xml} label={`Copy decoded answer${of}`} />
			</div>
		</Section>
	);
}

function Checks({ checks }: { checks: readonly ResponseCheck[] }) {
	return (
		<ul aria-label="Checks" className="grid gap-2 text-sm">
			{checks.map(({ name, outcome, found, advice }) => (
				<li
					key={name}
					className="grid gap-x-3 gap-y-0.5 border-t border-line pt-2 sm:grid-cols-[6rem_9rem_minmax(0,1fr)]"
				>
					<span>
						<Badge tone={outcomes[outcome].tone}>{outcomes[outcome].word}</Badge>
					</span>
					<span className="font-medium">{name}</span>
					<span>
						{found}
						{advice ? <span className="block text-muted">{advice}</span> : null}
					</span>
				</li>
			))}
		</ul>
	);
}

function Attributes({ label, attributes }: { label: string; attributes: readonly ResponseAttribute[] }) {
	const hasFriendlyNames = attributes.some(({ friendlyName }) => friendlyName !== null);
	return (
		<DataTable
			label={label}
			className="[&_tbody_:is(td,th)]:max-w-none [&_tbody_:is(td,th)]:whitespace-normal [&_tbody_:is(td,th)]:wrap-anywhere"
			head={
				<>
					<Head>Attribute</Head>
					{hasFriendlyNames ? <Head>Friendly name</Head> : null}
					<Head>Values</Head>
					<Head>Type</Head>
				</>
			}
		>
			{attributes.map(({ name, friendlyName, values }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the same attribute may occur twice, and the order is fixed.
				<tr key={`${index} ${name}`}>
					<th scope="row">{name}</th>
					{hasFriendlyNames ? <Cell label="Friendly name">{friendlyName ?? "—"}</Cell> : null}
					<Cell label="Values">{values.map(({ text }) => text || "(empty)").join("; ") || "—"}</Cell>
					<Cell label="Type">{[...new Set(values.map(({ type }) => type ?? "—"))].join(", ") || "—"}</Cell>
				</tr>
			))}
		</DataTable>
	);
}
