import type { Clock } from "@/components/ui/time-text";
import { dashboardConfig } from "@/lib/dashboard/config";
import { someOf } from "@/lib/dashboard/in-short";
import { DELIVERIES_KEPT_DAYS, type DeliveryDay, deliveryDays } from "@/lib/dashboard/log-stream/deliveries";
import type { Webhook } from "@/lib/dashboard/log-stream/webhooks";

const DAY_MS = 24 * 3_600_000;
/** Days with failures that are named. */
const NAMED_MAX = 3;
const [WIDTH, HEIGHT, MIDDLE] = [9, 26, 13];

type Day = DeliveryDay & { day: string };

/** The days whose deliveries are all kept, since the webhook was added: a tick up where attempts were accepted, a cross below where some failed. */
export async function DeliveryDays({ webhook: { id, createdAt }, clock }: { webhook: Webhook; clock: Clock }) {
	const kept = Math.min(DELIVERIES_KEPT_DAYS, dashboardConfig().auditRetentionDays);
	const shown = daysUntil(clock.now, createdAt, kept);
	const found = await deliveryDays(id, shown[0] ?? "");
	const days = shown.map((day): Day => ({ day, accepted: 0, failed: 0, ...found.get(day) }));
	return (
		<div className="grid gap-1">
			<p className="text-sm">{daysInWords(days)}</p>
			<ol aria-label="Deliveries per day" className="flex max-w-120">
				{days.map((day) => (
					<li key={day.day} title={dayInWords(day)} className="min-w-0 flex-1">
						<span className="sr-only">{dayInWords(day)}</span>
						<Tick of={day} />
					</li>
				))}
			</ol>
			<p aria-hidden="true" className="flex max-w-120 justify-between gap-4 text-xs text-muted">
				<span>{days.length > 1 ? days[0]?.day : null}</span>
				<span>today, UTC</span>
			</p>
		</div>
	);
}

/** UTC days, the oldest first, ending with today. @param kept how many at most */
function daysUntil(now: Date, since: string, kept: number): string[] {
	const days = Array.from({ length: kept }, (_, back) => dayOf(now.getTime() - (kept - 1 - back) * DAY_MS));
	const first = days.findIndex((day) => day >= since.slice(0, 10));
	return first === -1 ? days.slice(-1) : days.slice(first);
}

function dayOf(time: number): string {
	return new Date(time).toISOString().slice(0, 10);
}

/** "Deliveries on 12 of the last 30 days; failed attempts on 2026-11-27 (3) and 2026-11-12 (1) (UTC)." */
function daysInWords(days: readonly Day[]): string {
	const some = days.filter(({ accepted, failed }) => accepted + failed > 0).length;
	const failing = days.filter(({ failed }) => failed > 0).toReversed();
	const isOne = days.length === 1;
	if (some === 0) return isOne ? "No delivery today." : `No delivery in the last ${days.length} days.`;
	const begun = isOne ? "Deliveries today" : `Deliveries on ${some} of the last ${days.length} days`;
	if (failing.length === 0) return `${begun}; no attempt failed.`;
	const named = failing.map(({ day, failed }) => `${day} (${failed.toLocaleString("en")})`);
	return `${begun}; failed attempts on ${someOf(named, { max: NAMED_MAX })} (UTC).`;
}

function dayInWords({ day, accepted, failed }: Day): string {
	if (accepted + failed === 0) return `${day}: no delivery`;
	return `${day}: ${accepted.toLocaleString("en")} accepted, ${failed.toLocaleString("en")} failed`;
}

function Tick({ of: { accepted, failed } }: { of: Day }) {
	return (
		<svg aria-hidden="true" width="100%" height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} strokeWidth="2" fill="none">
			{accepted + failed === 0 ? <path d={`M3.5 ${MIDDLE}h2`} className="stroke-control" /> : null}
			{accepted > 0 ? <path d={`M4.5 ${MIDDLE + 1}v-12`} className="stroke-success" /> : null}
			{failed > 0 ? <path d={`M1.5 ${MIDDLE + 4}l6 6m0 -6l-6 6`} className="stroke-danger" /> : null}
		</svg>
	);
}
