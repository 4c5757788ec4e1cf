import { Fragment } from "react";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyButton } from "@/components/ui/copy-button";
import { Cell, DataTable, Head } from "@/components/ui/data-table";
import { Fact, Facts } from "@/components/ui/facts";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { mappedLabels } from "@/lib/dashboard/single-sign-on/mapped-labels";
import type { ProfileField } from "@/lib/dashboard/single-sign-on/mapped-profile";
import type {
	CheckOutcome,
	ResponseAttribute,
	ResponseCheck,
	ResponseReport,
} from "@/lib/dashboard/single-sign-on/response-report";

const outcomes: Record<CheckOutcome, { word: string; tone: "success" | "danger" | "warning" | "neutral" }> = {
	passed: { word: "passed", tone: "success" },
	failed: { word: "failed", tone: "danger" },
	warning: { word: "look at it", tone: "warning" },
	"not-signed": { word: "not signed", tone: "neutral" },
};

export type ReportOnResponse = {
	report: ResponseReport;
	/** Why the certificates to check it with are not known; null where they are. */
	missing: string | null;
	/** What the tenant makes of it, of a response to the tenant. */
	profile?: readonly ProfileField[];
};

type ResponseResultProps = ReportOnResponse & {
	/** The heading where it is valid, and what follows from that; by default those of a SAML or WS-Federation response. */
	valid?: { title: string; words: string };
	/** The same where it is not: the title. */
	refused?: string;
	/** What is decoded: "assertion". */
	decodedWhat?: string;
	/** Appended to the names of its parts, to distinguish it from another result on the page. */
	of?: string;
};

const VALID = { title: "The response is valid", words: "A receiver that checks all of it lets the user in." };

/** The report on a response: its checks, subject and attributes, the profile that it makes, and all of it decoded. */
export function ResponseResult({
	report,
	missing,
	profile,
	valid = VALID,
	refused = "The response must be refused",
	decodedWhat = "response",
	of = "",
}: ResponseResultProps) {
	const failures = report.checks.filter(({ outcome }) => outcome === "failed").length;
	return (
		<Section title={`Result${of}`}>
			{report.isGood ? (
				<Alert tone="success" title={valid.title}>
					<p>{valid.words}</p>
				</Alert>
			) : (
				<Alert tone="error" title={refused}>
					<p>
						{failures === 1 ? "One check" : `${failures} checks`} failed. Each says what can be done.
						{missing ? ` ${missing}` : ""}
					</p>
				</Alert>
			)}
			<Checks checks={report.checks} />
			{report.subject || report.facts.length > 0 ? (
				<Facts>
					{report.subject ? (
						<>
							<Fact term="Subject (NameID)">
								<Name text={report.subject.name} />
							</Fact>
							<Fact term="NameID format">{report.subject.format && <Name text={report.subject.format} />}</Fact>
						</>
					) : null}
					{report.facts.map(({ term, text }) => (
						<Fact key={term} term={term}>
							<Name text={text} />
						</Fact>
					))}
				</Facts>
			) : null}
			{report.attributes.length > 0 ? <Attributes label={`Attributes${of}`} attributes={report.attributes} /> : null}
			{profile ? <Profile label={`Profile${of}`} profile={profile} /> : null}
			{report.decoded ? (
				<div className="grid justify-items-start gap-2">
					<h3 className="text-sm font-medium">Decoded {decodedWhat}</h3>
					<p className="text-xs text-muted">All of it as it came, signed or not. Only what is signed is read above.</p>
					<div className="w-full">
						<CodeBlock label={`Decoded ${decodedWhat}${of}`} text={report.decoded} />
					</div>
					<CopyButton text={report.decoded} label={`Copy decoded ${decodedWhat}${of}`} />
				</div>
			) : null}
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

const WHOLE_VALUES =
	"[&_tbody_:is(td,th)]:max-w-none [&_tbody_:is(td,th)]:whitespace-normal [&_tbody_:is(td,th)]:wrap-anywhere";

function Attributes({ label, attributes }: { label: string; attributes: readonly ResponseAttribute[] }) {
	const hasFriendlyNames = attributes.some(({ friendlyName }) => friendlyName !== null);
	return (
		<DataTable
			label={label}
			className={WHOLE_VALUES}
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
					<th scope="row">
						<Name text={name} />
					</th>
					{hasFriendlyNames ? (
						<Cell label="Friendly name">{friendlyName === null ? "—" : <Name text={friendlyName} />}</Cell>
					) : null}
					<Cell label="Values">
						<Texts texts={values.map(({ text }) => text)} separator="; " />
					</Cell>
					<Cell label="Type">
						<Texts texts={[...new Set(values.map(({ type }) => type ?? "—"))]} separator=", " />
					</Cell>
				</tr>
			))}
		</DataTable>
	);
}

/** What a provider sent, each isolated from the others. */
function Texts({ texts, separator }: { texts: readonly string[]; separator: string }) {
	if (texts.length === 0) return "—";
	return texts.map((text, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a value may occur twice, and the order is fixed.
		<Fragment key={index}>
			{index > 0 ? separator : ""}
			{text === "" ? "(empty)" : <Name text={text} />}
		</Fragment>
	));
}

function Profile({ label, profile }: { label: string; profile: readonly ProfileField[] }) {
	return (
		<div className="grid gap-2">
			<h3 className="text-sm font-medium">Profile at the tenant</h3>
			<DataTable
				label={label}
				className={WHOLE_VALUES}
				head={["Field", "Value", "From"].map((title) => <Head key={title}>{title}</Head>)}
			>
				{profile.map(({ field, value, from }) => (
					<tr key={field}>
						<th scope="row">{mappedLabels[field]}</th>
						<Cell label="Value">
							{value === null ? <span className="text-muted">not sent</span> : <Name text={value} />}
						</Cell>
						<Cell label="From">{from === null ? "—" : <Name text={from} />}</Cell>
					</tr>
				))}
			</DataTable>
		</div>
	);
}
