import { type Html, html } from "../pages/html";

const units: [Intl.RelativeTimeFormatUnit, number][] = [
	["hour", 3600],
	["minute", 60],
];

const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/**
 * "2 hours ago (2026-01-02 03:04 UTC)", for times of the last days.
 * @param value ISO 8601
 */
export function timeText(value: string, now: Date): Html {
	const time = new Date(value);
	const seconds = (time.getTime() - now.getTime()) / 1000;
	const unit = units.find(([, length]) => Math.abs(seconds) >= length);
	const relative = unit ? relativeFormat.format(Math.round(seconds / unit[1]), unit[0]) : "just now";
	const absolute = `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
	return html`<time datetime="${time.toISOString()}">${relative} <span class="small">(${absolute})</span></time>`;
}
