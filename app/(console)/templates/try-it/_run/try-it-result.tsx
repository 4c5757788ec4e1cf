import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Alert } from "@/components/ui/alert";
import { ReportView } from "./report-view";
import { controlName, type TryItResponse } from "./try-it-fields";

/**
 * The region of a tool's result, which can take the focus. Without hooks: the server renders it for pages without scripts,
 * and the browser with them.
 */
export function TryItResult({ response }: { response: TryItResponse }) {
	const { report, notes = [], faults, problem, notice } = response;
	return (
		<section aria-label="Result" tabIndex={-1} className="grid gap-4 text-sm">
			{report ? <ReportView report={report} notes={notes} /> : null}
			{problem ? <ProblemAlert problem={problem} /> : null}
			{faults ? <Faults faults={faults} /> : null}
			{notice ? (
				<Alert tone="info" title={notice.title}>
					<p>{notice.message}</p>
				</Alert>
			) : null}
		</section>
	);
}

/** The faults, which are also shown at their fields. */
function Faults({ faults }: Required<Pick<TryItResponse, "faults">>) {
	return (
		<Alert tone="error" title="Nothing was checked">
			{Object.entries(faults).map(([field, fault]) => (
				<p key={field}>
					{field === "attributes" ? (
						fault
					) : (
						<a href={`#${controlName(field)}`} className="text-accent underline underline-offset-2">
							{fault}
						</a>
					)}
				</p>
			))}
		</Alert>
	);
}
