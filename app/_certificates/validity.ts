export const DAY_MS = 24 * 3600 * 1000;
const SOON_DAYS = 30;

/** Whether an end is so near that somebody has to see to what comes after it. */
export function isSoonOver(end: Date, now: Date): boolean {
	return Math.floor((end.getTime() - now.getTime()) / DAY_MS) <= SOON_DAYS;
}
