/** For an input of four times the length: four where it is linear, sixteen where it is the square. */
const GROWTH_MAX = 9;
const TRIES = 3;

/**
 * Whether the time of some work grows no faster than its input.
 * @param inputOf an input of a length
 * @param length of the longer one that is tried
 * @param leastMs what takes less is not compared: objects are collected in jumps, and more so in a busy process, while a
 * square takes many times as long. Less for work that makes few objects.
 */
export function isLinear<Input>(
	work: (input: Input) => void,
	inputOf: (length: number) => Input,
	length: number,
	leastMs = 25,
): boolean {
	const timeFor = (size: number) => {
		const input = inputOf(size);
		const start = process.threadCpuUsage();
		work(input);
		const { user, system } = process.threadCpuUsage(start);
		return (user + system) / 1000;
	};
	// At first code is slow: what is compared ran before.
	if (timeFor(length) < GROWTH_MAX * leastMs) return true;
	for (let tries = 0; tries < TRIES; tries += 1) {
		const least = Math.max(timeFor(Math.floor(length / 4)), leastMs);
		if (timeFor(length) < GROWTH_MAX * least) return true;
	}
	return false;
}

/** What hostile texts repeat: an expression or a comparison could take the square of their lengths. */
export const HOSTILE_PIECES = [
	...[
		"-",
		" ",
		"\n",
		'"\\',
		"[",
		'{"":',
		"a,",
		"BEGIN CERTIFICATE",
		"-----BEGIN CERTIFICATE-----",
		"BEGIN PRIVATE KEY",
	],
	// Combining marks: sorted when a text is normalized.
	"\u0301\u0323",
];

/** At the end of each text: what expressions over certificates look for first. */
export const HOSTILE_END = " PRIVATE KEY";

/** Hostile texts of any length, by what they repeat. */
export const HOSTILE_TEXTS = HOSTILE_PIECES.map((piece) => ({
	of: JSON.stringify(piece),
	textOf: (length: number) => piece.repeat(length / piece.length) + HOSTILE_END,
}));
