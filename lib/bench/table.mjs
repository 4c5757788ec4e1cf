const HEADS = ["Measure", "Floor or peer", "Ours", "Ratio", "Goal", "Met"];

/**
 * Markdown, its columns aligned.
 * @param {import("./bench.mjs").Row[]} rows
 */
export function printTable(rows) {
	const cells = rows.map(({ measure, floor, ours, ratio, goal, met }) => [
		...[measure, floor, ours, ratio === undefined ? "" : `${ratio.toFixed(2)} ×`, goal, met ? "yes" : "NO"],
	]);
	const widths = HEADS.map((head, column) =>
		Math.max(...[HEADS, ...cells].map((row) => row[column]?.length ?? 0), head.length),
	);
	const line = (/** @type {string[]} */ row) =>
		`| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
	console.log(line(HEADS));
	console.log(`|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`);
	for (const row of cells) console.log(line(row));
}
