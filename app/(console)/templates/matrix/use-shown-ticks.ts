import { useLayoutEffect, useRef } from "react";
import { useWindowEvent } from "@/components/ui/use-window-event";
import { isRequested } from "../_list/list-query";
import { cellsOf, type MatrixEdits, type MatrixRow, matrixColumns } from "./matrix";

type ShownTicks = {
	rows: readonly MatrixRow[];
	edits: MatrixEdits;
	chosen: ReadonlySet<string>;
	/** Takes over a box that was ticked or cleared before hydration. */
	adopt: (box: HTMLInputElement) => void;
};

/** Shows what is edited and chosen in the table's boxes. @returns for the element around them */
export function useShownTicks({ rows, edits, chosen, adopt }: ShownTicks) {
	const around = useRef<HTMLDivElement>(null);
	/** What the boxes of each row show, by the row's ID; null until those are taken over that differ. */
	const shown = useRef<ReadonlyMap<string, string>>(null);

	/** The boxes of a row, with their ticks: the first one selects it. */
	function boxesOf({ id }: MatrixRow, cells: string, line: Element | undefined): [HTMLInputElement, boolean][] {
		const ticks = [chosen.has(id), ...matrixColumns.map(({ place }) => isRequested(cells[place]))];
		return [...(line?.querySelectorAll("input") ?? [])].map((box, index) => [box, ticks[index] ?? false]);
	}
	const lines = () => around.current?.querySelectorAll(".matrix tbody tr") ?? [];

	function adoptAll() {
		const all = lines();
		for (const [index, row] of rows.entries())
			for (const [box, tick] of boxesOf(row, cellsOf(row, edits), all[index]))
				if (!box.disabled && box.checked !== tick) adopt(box);
	}
	useWindowEvent("pageshow", adoptAll);

	useLayoutEffect(() => {
		const before = shown.current;
		shown.current = new Map(rows.map((row) => [row.id, `${chosen.has(row.id)} ${cellsOf(row, edits)}`]));
		if (before === null) {
			adoptAll();
			return;
		}
		const all = lines();
		for (const [index, row] of rows.entries()) {
			// All boxes would take as long as all that is rendered.
			if (before.get(row.id) === shown.current.get(row.id)) continue;
			for (const [box, tick] of boxesOf(row, cellsOf(row, edits), all[index]))
				if (box.checked !== tick) box.checked = tick;
		}
		const head = around.current?.querySelector<HTMLInputElement>(".matrix [data-select-all]");
		if (head) {
			const among = rows.filter(({ id }) => chosen.has(id)).length;
			head.checked = among > 0 && among === rows.length;
			head.indeterminate = among > 0 && among < rows.length;
		}
	});
	return around;
}
