import { ProblemAlert } from "@/app/forms/problem-alert";
import { Alert } from "@/components/ui/alert";
import { controlName, type TryItField } from "../fields";
import type { TryItAnswer } from "../run/try-it-answer";
import { ConsentView } from "./consent-view";
import { ReportView } from "./report-view";

/**
 * What became of a simulation or a check. Without hooks: the server draws it for pages without scripts, and the browser
 * when it was asked with them.
 */
export function TryItResult({ answer }: { answer: TryItAnswer }) {
	const { kind, report, consent, notes = [], faults, problem } = answer;
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
	if (problem) return <ProblemAlert problem={problem} />;
	return (
		<Alert tone="error" title={kind === "simulate" ? "Nothing was simulated" : "Nothing was checked"}>
			{Object.entries(faults ?? {}).map(([field, fault]) =>
				isControl(field) ? <FieldLink key={field} field={field} /> : <p key={field}>{fault}</p>,
			)}
		</Alert>
	);
}

/** The words stand at the field. */
function FieldLink({ field }: { field: TryItField }) {
	return (
		<p>
			<a href={`#${controlName(field)}`} className="text-accent underline underline-offset-2">
				Look at what is said at the field
			</a>
		</p>
	);
}

function isControl(field: string): field is TryItField {
	return field !== "attributes";
}
