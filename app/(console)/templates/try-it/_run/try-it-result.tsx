import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Alert } from "@/components/ui/alert";
import { ReportView, ResultRegion } from "./report-view";
import { type Consent, controlName, type TryItField, type TryItResponse } from "./try-it-fields";

/**
 * The result of a simulation or a check. Without hooks: the server renders it for pages without scripts, and the browser with
 * them.
 */
export function TryItResult({ response }: { response: TryItResponse }) {
	const { kind, report, consent, notes = [], faults, problem } = response;
	if (report) {
		return (
			<ReportView report={report}>
				{notes.map((note) => (
					<p key={note}>{note}</p>
				))}
				{consent ? <ConsentView consent={consent} /> : null}
			</ReportView>
		);
	}
	return (
		<ResultRegion>
			{problem ? <ProblemAlert problem={problem} /> : <Faults kind={kind} faults={faults ?? {}} />}
		</ResultRegion>
	);
}

/** Beside a result of other attributes than are ticked now. */
export function ChangedSince() {
	return (
		<p role="status" className="mb-2 text-sm font-medium text-warning">
			What is ticked has changed since. Press the button again.
		</p>
	);
}

type FaultsProps = { kind: TryItResponse["kind"]; faults: NonNullable<TryItResponse["faults"]> };

/** The faults, which are also shown at their fields. */
function Faults({ kind, faults }: FaultsProps) {
	return (
		<Alert tone="error" title={kind === "simulate" ? "Nothing was simulated" : "Nothing was checked"}>
			{Object.entries(faults).map(([field, fault]) => (
				<p key={field}>
					{isControl(field) ? (
						<a href={`#${controlName(field)}`} className="text-accent underline underline-offset-2">
							{fault}
						</a>
					) : (
						fault
					)}
				</p>
			))}
		</Alert>
	);
}

function isControl(field: string): field is TryItField {
	return field !== "attributes";
}

/** The consent shown to the holder before anything was sent. */
function ConsentView({ consent }: { consent: Consent }) {
	return (
		<div className="grid gap-1">
			<h4 className="font-semibold">What the wallet shows its holder</h4>
			<p>
				<strong className="font-medium">{consent.verifier}</strong> asks for: {consent.labels.join(", ")}.
			</p>
			{consent.notes.map((note) => (
				<p key={note} className="text-muted">
					{note}
				</p>
			))}
		</div>
	);
}
