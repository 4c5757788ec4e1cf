import { localTime, timeInZone } from "./time-in-zone";

/** The length of each unit in seconds, and from which length on it is used where that differs. */
type Units = [unit: Intl.RelativeTimeFormatUnit, length: number, from?: number][];

const units: Units = [
	["year", 365 * 24 * 3600],
	["month", 30 * 24 * 3600],
	["day", 24 * 3600],
	["hour", 3600],
	["minute", 60],
];

const DAY = 24 * 3600;
const dateUnits: Units = [
	["year", 365.25 * DAY, 2 * 365 * DAY],
	["month", (365.25 / 12) * DAY, 90 * DAY],
];

/** Made when a script first shows a time, which a page that loads doesn't: a browser's first format takes some 10 ms. */
let relativeFormat: Intl.RelativeTimeFormat | undefined;

/** The reference of a page's times: when it was rendered, and the user's time zone, an IANA name. */
export type Clock = { now: Date; timeZone: string };

/** "3 days ago", "in 2 hours", "just now": in the largest unit that fits, rounded. */
export function relativeTime(time: Date, now: Date): string {
	return relativeIn(units, time, now);
}

/** The same with seconds below a minute: "20 s ago", "in 5 s", "now". */
function relativeSeconds(time: Date, now: Date): string {
	const seconds = Math.round((time.getTime() - now.getTime()) / 1000);
	if (Math.abs(seconds) >= 60) return relativeTime(time, now);
	if (seconds === 0) return "now";
	return seconds < 0 ? `${-seconds} s ago` : `in ${seconds} s`;
}

/** The same for dates to plan by: "in 89 days", "in 23 months", "in 20 years". In days below 90, in months below 2 years. */
export function relativeDate(time: Date, now: Date): string {
	return relativeIn([...dateUnits, ...units.slice(2)], time, now);
}

function relativeIn(choice: Units, time: Date, now: Date): string {
	const seconds = (time.getTime() - now.getTime()) / 1000;
	const unit = choice.find(([, length, from = length]) => Math.abs(seconds) >= from);
	if (!unit) return "just now";
	relativeFormat ??= new Intl.RelativeTimeFormat("en");
	return relativeFormat.format(Math.round(seconds / unit[1]), unit[0]);
}

type TimeTextProps = {
	/** ISO 8601; anything else is treated as missing. */
	value: unknown;
	clock: Clock;
	missing?: string;
	/** In a table's row: the relative time only. */
	isCompact?: boolean;
	/** Below a minute in seconds. */
	hasSeconds?: boolean;
};

/** Relative and local time; UTC on paper, in the element's title and in its `datetime`. A dash where it is missing. */
export function TimeText({ value, clock, missing = "—", isCompact, hasSeconds }: TimeTextProps) {
	const time = typeof value === "string" ? new Date(value) : null;
	if (!time || Number.isNaN(time.getTime())) return <span className="text-muted">{missing}</span>;
	const [local, exact] = [localTime(time, clock.timeZone), timeInZone(time, clock.timeZone)];
	const onPaper = exact.slice(local.length);
	return (
		<time dateTime={time.toISOString()} title={exact} className="time">
			<span>{(hasSeconds ? relativeSeconds : relativeTime)(time, clock.now)}</span>
			{isCompact ? null : (
				<span>
					{` (${local}`}
					{/* There is no tooltip on paper. */}
					{onPaper ? <span className="on-paper">{onPaper}</span> : null})
				</span>
			)}
		</time>
	);
}
