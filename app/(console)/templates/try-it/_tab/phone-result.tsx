import { ProblemAlert } from "@/app/_page/problem-alert";
import { finding } from "@/lib/dashboard/presentation/chain";
import type { PresentationReport } from "@/lib/dashboard/presentation/presentation-report";
import { LicenceCard } from "../_run/licence-card";
import { VERDICTS } from "../_run/report-view";
import type { TryItResponse } from "../_run/try-it-fields";

/** On the likeness of a phone, once the holder has shared: what the application would get. */
export function PhoneResult({ response: { report, licence, problem, faults } }: { response: TryItResponse }) {
	if (problem) return <ProblemAlert problem={problem} />;
	if (!report) {
		return (
			<>
				<p className="font-semibold">Nothing was simulated</p>
				<p>{Object.values(faults ?? {}).join(" ")}</p>
			</>
		);
	}
	const { title, look, ink } = VERDICTS[report.verdict];
	return (
		<>
			<p className={`rounded-md border-l-4 px-3 py-1.5 ${look}`}>
				<strong className={ink}>{title}.</strong> {finding(report)}
			</p>
			<p className="text-xs text-muted">{whatYouGet(report, licence)}</p>
			<button type="button" onClick={showWhole}>
				See the whole result
			</button>
			{isAnySent(report) ? <LicenceCard report={report} isCompact /> : null}
		</>
	);
}

/** A rejected response is nothing to an application, whatever the wallet sent. */
function whatYouGet(report: PresentationReport, licence = ""): string {
	if (report.verdict !== "rejected") return `From the sample licence “${licence}” your application would get:`;
	const sent = isAnySent(report) ? "sent:" : "sends nothing.";
	return `Your application would get nothing. From the sample licence “${licence}” the wallet ${sent}`;
}

function isAnySent({ elements }: PresentationReport): boolean {
	return elements.some(({ isSent }) => isSent);
}

/** In the tab “Try it”, which has the result of the same run. */
function showWhole(): void {
	document.getElementById("try-it-tab")?.click();
	// After the panel is shown.
	setTimeout(() => document.querySelector<HTMLElement>("#try-it section[tabindex='-1']")?.focus());
}

/** On the likeness of a phone, once the holder has declined. */
export function PhoneDeclined() {
	return (
		<>
			<p className="font-semibold">Nothing is shared</p>
			<p>
				Your application gets no attribute. In a browser, <code>navigator.credentials.get()</code> fails with{" "}
				<code>NotAllowedError</code>, as it does where a request is closed. By OpenID4VP a wallet may respond with{" "}
				<code>access_denied</code>.
			</p>
			<p>
				Offer another way, such as showing the plastic card. Ask again only when the holder presses your button again.
			</p>
		</>
	);
}
