import { timeInZone } from "./time-in-zone";

const units: [Intl.RelativeTimeFormatUnit, number][] = [
	["year", 365 * 24 * 3600],
	["month", 30 * 24 * 3600],
	["day", 24 * 3600],
	["hour", 3600],
	["minute", 60],
];

const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** What a page tells its times by: when it was made, and the zone that its reader lives in, as IANA names it. */
export type Clock = { now: Date; timeZone: string };

/** "3 days ago", "in 2 hours", "just now": in the largest unit that fits, rounded. */
export function relativeTime(time: Date, now: Date): string {
	const seconds = (time.getTime() - now.getTime()) / 1000;
	const unit = units.find(([, length]) => Math.abs(seconds) >= length);
	return unit ? relativeFormat.format(Math.round(seconds / unit[1]), unit[0]) : "just now";
}

type TimeTextProps = {
	/** ISO 8601; anything else counts as not known. */
	value: unknown;
	clock: Clock;
	missing?: string;
	/** In a table's row: the relative time alone, the exact ones on the element. */
	isCompact?: boolean;
};

/** Relative time, local time and UTC in one `<time>`; a dash where nothing is known. */
export function TimeText({ value, clock, missing = "—", isCompact }: TimeTextProps) {
	const time = typeof value === "string" ? new Date(value) : null;
	if (!time || Number.isNaN(time.getTime())) return <span className="text-muted">{missing}</span>;
	const exact = timeInZone(time, clock.timeZone);
	return (
		<time
			dateTime={time.toISOString()}
			title={exact}
			className={isCompact ? "whitespace-nowrap tabular-nums" : "inline-block tabular-nums"}
		>
			{relativeTime(time, clock.now)}
			{isCompact ? null : <span className="whitespace-nowrap text-xs text-muted"> ({exact})</span>}
		</time>
	);
}
