import type { PresentationReport } from "@/lib/dashboard/presentation/presentation-report";
import { VERDICTS } from "./verdict-words";

/** A presentation from its verdict to the bytes behind it. Without hooks. */
export function ReportView({ report }: { report: PresentationReport }) {
	const { title, look, ink } = VERDICTS[report.verdict];
	return (
		<section aria-label="Result" tabIndex={-1} className="grid gap-4 text-sm" data-report="">
			<div className={`grid gap-1 rounded-md border-l-4 px-3 py-2.5 ${look}`}>
				<h3 className={`text-lg font-semibold ${ink}`}>{title}</h3>
				<p className="[overflow-wrap:anywhere]">{report.reason}</p>
			</div>
		</section>
	);
}
