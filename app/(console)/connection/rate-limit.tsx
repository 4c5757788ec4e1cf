import { Section } from "@/components/ui/section";
import { lastRateGauge } from "@/lib/dashboard/management/call/send";

/** What the service last said of its limit. */
export function RateLimit() {
	const gauge = lastRateGauge();
	return (
		<Section title="Rate limit">
			{gauge ? (
				<Gauge {...gauge} />
			) : (
				<p className="text-sm text-muted">The service has said nothing of a limit yet.</p>
			)}
		</Section>
	);
}

function Gauge({ limit, remaining, resetsAt, seenAt }: NonNullable<ReturnType<typeof lastRateGauge>>) {
	const seconds = resetsAt === null ? 0 : Math.ceil((resetsAt - Date.now()) / 1000);
	const age = Math.round((Date.now() - seenAt) / 1000);
	return (
		<div className="grid gap-2 text-sm">
			<label className="flex flex-wrap items-center gap-3">
				<span>Requests left</span>
				<meter min={0} max={limit} low={limit / 4} optimum={limit} value={remaining} className="w-48 max-w-full" />
				<span className="tabular-nums">
					{remaining} of {limit}
				</span>
			</label>
			<p className="text-muted">
				{seconds > 0 ? `Resets in ${seconds} s. ` : ""}Last reported by the service{" "}
				{age < 2 ? "just now" : `${age} s ago`}.
			</p>
		</div>
	);
}
