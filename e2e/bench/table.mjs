const HEADS = ["Measure", "Floor or peer", "Ours", "Ratio", "Goal", "Met"];
const HEADS_OLDER = [...HEADS, "Older", "Ours to older"];

/**
 * @typedef {object} Row
 * @property {string} measure
 * @property {string} floor what it is compared with
 * @property {string} ours
 * @property {number | undefined} [ratio] ours to the floor
 * @property {string} goal
 * @property {boolean} met
 * @property {string | undefined} [older] of the version of `--against`
 * @property {number | undefined} [olderRatio] ours to the older
 */

/**
 * Markdown, its columns aligned.
 * @param {Row[]} rows
 */
export function printTable(rows) {
	const heads = rows.some(({ older }) => older !== undefined) ? HEADS_OLDER : HEADS;
	const cells = rows.map(({ measure, floor, ours, ratio, goal, met, older = "", olderRatio }) => [
		...[measure, floor, ours, times(ratio), goal, goal && (met ? "yes" : "NO"), older, times(olderRatio)],
	]);
	const widths = heads.map((head, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0), head.length));
	const line = (/** @type {string[]} */ row) =>
		`| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
	console.log(line(heads));
	console.log(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
	for (const row of cells) console.log(line(row));
}

/** @param {number | undefined} ratio */
function times(ratio) {
	return ratio === undefined ? "" : `${ratio.toFixed(2)} ×`;
}
