const HEADS = ["Measure", "Floor or peer", "Ours", "Ratio", "Goal", "Met"];
const HEADS_BESIDE = [...HEADS, "Beside"];

/**
 * Markdown, its columns aligned.
 * @param {import("./bench.mjs").Row[]} rows
 */
export function printTable(rows) {
	const heads = rows.some(({ beside }) => beside !== undefined) ? HEADS_BESIDE : HEADS;
	const cells = rows.map(({ measure, floor, ours, ratio, goal, met, beside = "" }) => [
		...[measure, floor, ours, ratio === undefined ? "" : `${ratio.toFixed(2)} ×`, goal, met ? "yes" : "NO", beside],
	]);
	const widths = heads.map((head, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0), head.length));
	const line = (/** @type {string[]} */ row) =>
		`| ${widths.map((width, column) => (row[column] ?? "").padEnd(width)).join(" | ")} |`;
	console.log(line(heads));
	console.log(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
	for (const row of cells) console.log(line(row));
}
