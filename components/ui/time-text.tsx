const units: [Intl.RelativeTimeFormatUnit, number][] = [
	["year", 365 * 24 * 3600],
	["month", 30 * 24 * 3600],
	["day", 24 * 3600],
	["hour", 3600],
	["minute", 60],
];

const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** "3 days ago", "in 2 hours", "just now": in the largest unit that fits, rounded. */
export function relativeTime(time: Date, now: Date): string {
	const seconds = (time.getTime() - now.getTime()) / 1000;
	const unit = units.find(([, length]) => Math.abs(seconds) >= length);
	return unit ? relativeFormat.format(Math.round(seconds / unit[1]), unit[0]) : "just now";
}

/** Relative and absolute UTC time in one `<time>`; a dash where nothing is known. */
export function TimeText({ value, now, missing = "—" }: { value: unknown; now: Date; missing?: string }) {
	const time = typeof value === "string" ? new Date(value) : null;
	if (!time || Number.isNaN(time.getTime())) return <span className="text-muted">{missing}</span>;
	const absolute = `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
	return (
		<time dateTime={time.toISOString()} className="inline-block">
			{relativeTime(time, now)} <span className="whitespace-nowrap text-xs text-muted">({absolute})</span>
		</time>
	);
}
