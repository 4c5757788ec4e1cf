import { ProblemAlert } from "@/app/_page/problem-alert";
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
			{/* They are also shown at their fields. */}
			{faults ? (
				<Alert tone="error" title={titleOf(faults)}>
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
			) : null}
			{notice ? (
				<Alert tone="info" title={notice.title}>
					<p>{notice.message}</p>
				</Alert>
			) : null}
		</section>
	);
}

/** Only a check has other fields than these. */
function titleOf({ attributes, licence, rules }: NonNullable<TryItResponse["faults"]>): string {
	if (attributes) return "Tick an attribute first";
	return licence || rules ? "Nothing was simulated" : "Nothing was checked";
}
