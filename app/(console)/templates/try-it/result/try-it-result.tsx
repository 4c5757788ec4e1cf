import { Alert } from "@/components/ui/alert";
import type { TryItAnswer } from "../run/try-it-answer";
import { ConsentView } from "./consent-view";
import { ReportView } from "./report-view";

/**
 * What became of a simulation or a check. Without hooks: the server draws it for pages without scripts, and the browser
 * when it was asked with them.
 */
export function TryItResult({ answer }: { answer: TryItAnswer }) {
	const { report, consent, notes = [], faults, problem } = answer;
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
	if (problem) {
		return (
			<Alert tone="error" title={problem.title}>
				<p>{problem.message}</p>
			</Alert>
		);
	}
	return faults ? (
		<Alert tone="error" title={answer.kind === "simulate" ? "Nothing was simulated" : "Nothing was checked"}>
			{Object.entries(faults).map(([field, fault]) => (
				<p key={field} className="[overflow-wrap:anywhere]">
					{fault}
				</p>
			))}
		</Alert>
	) : null;
}
