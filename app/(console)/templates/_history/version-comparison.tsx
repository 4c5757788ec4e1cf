import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/section";
import { SelectField } from "@/components/ui/select-field";
import { timeInZone } from "@/components/ui/time-in-zone";
import type { Clock } from "@/components/ui/time-text";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { TemplateVersion, VersionHead } from "@/lib/dashboard/store/template-versions";
import { templateVersion } from "@/lib/dashboard/templates/history/read-history";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { Comparison } from "../compare/comparison";
import { authorInWords } from "./versions";

type VersionComparisonProps = {
	versions: readonly VersionHead[];
	/** Identifiers of versions, as they were chosen; empty: none. */
	a: string;
	b: string;
	/** The page's query. */
	query: URLSearchParams;
	clock: Clock;
};

/** Chooses two versions of a template, and compares them. */
export async function VersionComparison({ versions, a, b, query, clock }: VersionComparisonProps) {
	const [newest, before] = versions;
	if (!newest || !before) return null;
	const [first, second] = await Promise.all([a, b].map((id) => (id ? templateVersion(newest.templateId, id) : null)));
	const path = `${pageOf("template", newest.templateId)}/history`;
	const titleOf = (version: VersionHead) =>
		`${version.position}: ${timeInZone(new Date(version.at), clock.timeZone)}, ${authorInWords(version)}`;
	const options = versions.map((version): [string, string] => [version.id, titleOf(version)]);
	return (
		<Section id="comparison" title="Compare two versions">
			<PairForm
				action={`${path}#comparison`}
				options={options}
				kept={[...query].filter(([name]) => name !== "a" && name !== "b")}
				pair={[(first ?? before).id, (second ?? newest).id]}
			/>
			{first && second ? (
				<Comparison a={sideOf(first)} b={sideOf(second)} />
			) : a || b ? (
				<p className="text-sm text-muted">One of these versions is no longer kept. Choose two from the list.</p>
			) : null}
		</Section>
	);
}

type PairFormProps = {
	action: string;
	options: readonly [string, string][];
	/** What the address keeps beside the two. */
	kept: readonly [string, string][];
	/** What is chosen at first. */
	pair: readonly [string, string];
};

/** Chooses two versions; a native form. */
function PairForm({ action, options, kept, pair }: PairFormProps) {
	return (
		<form method="get" action={action} className="my-5 flex flex-wrap items-end gap-3">
			{(["First", "Second"] as const).map((ordinal, index) => (
				<div key={ordinal} className="min-w-0 flex-1 basis-56">
					<SelectField
						label={`${ordinal} version`}
						name={index === 0 ? "a" : "b"}
						defaultValue={pair[index]}
						options={options}
					/>
				</div>
			))}
			{kept.map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<Button variant="primary">Compare</Button>
		</form>
	);
}

function sideOf({ templateId: id, position, content }: TemplateVersion) {
	return { purpose: noPurpose, ...content, id, title: `Version ${position}` };
}
