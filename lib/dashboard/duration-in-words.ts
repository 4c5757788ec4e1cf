const units: [string, number][] = [
	["day", 24 * 3600],
	["hour", 3600],
	["minute", 60],
	["second", 1],
];

/** "24 hours", "90 seconds": in the largest unit of which there are two or more. */
export function durationInWords(seconds: number): string {
	const [unit, length] = units.find(([, length]) => seconds >= 2 * length) ?? (["second", 1] as const);
	const count = Math.round(seconds / length);
	return `${count} ${count === 1 ? unit : `${unit}s`}`;
}
