import { Badge } from "@/components/ui/badge";
import type { CheckState, ReportedCheck } from "@/lib/dashboard/presentation/presentation-report";

const STATES = {
	failed: { tone: "danger", text: "Failed" },
	noted: { tone: "warning", text: "Noted" },
	unchecked: { tone: "neutral", text: "Not checked" },
	passed: { tone: "success", text: "Passed" },
} as const satisfies Record<CheckState, object>;

/** Every check with its result, and a remedy for a failure. */
export function CheckList({ checks }: { checks: readonly ReportedCheck[] }) {
	const counts = Object.entries(STATES).flatMap(([state, { text }]) => {
		const count = checks.filter((check) => check.state === state).length;
		return count > 0 ? [`${count} ${text.toLowerCase()}`] : [];
	});
	const hasFailed = checks.some(({ state }) => state === "failed");
	return (
		<div className="grid gap-1.5">
			<h4 className="font-semibold">
				{checks.length} checks <span className="font-normal text-muted">{counts.join(", ")}</span>
			</h4>
			<ul className="grid">
				{checks.map(({ name, state, title, detail, remedy }) => (
					<li key={name} className="border-t border-line">
						<details open={hasFailed ? state === "failed" : state !== "passed"} className="check">
							<summary className="grid grid-cols-[5.75rem_minmax(0,1fr)] items-baseline gap-2 py-1.5 hover:underline">
								<span>
									<Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
								</span>
								{title}
							</summary>
							<div className="grid gap-1 pb-2">
								{detail ? <p>{detail}</p> : null}
								<p className="text-muted">
									<span className="font-medium">{state === "failed" ? "What to do: " : "Where it fails: "}</span>
									{remedy}
								</p>
							</div>
						</details>
					</li>
				))}
			</ul>
		</div>
	);
}
