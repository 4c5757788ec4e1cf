import { useLayoutEffect, useRef } from "react";
import { useWindowEvent } from "@/components/ui/use-window-event";
import { isRequested } from "../_list/list-query";
import { CELL_FIELD, cellsOf, columnOf, type MatrixEdits, type MatrixRow } from "./matrix";

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
	const isAdopted = useRef(false);
	const byId = new Map(rows.map((row) => [row.id, row]));
	const boxes = () => [...(around.current?.querySelectorAll<HTMLInputElement>(".matrix tbody input") ?? [])];

	function isTicked({ name, value }: HTMLInputElement): boolean {
		if (name !== CELL_FIELD) return chosen.has(value);
		const [id = "", attribute] = value.split(" ");
		const row = byId.get(id);
		const column = columnOf(attribute);
		return row && column ? isRequested(cellsOf(row, edits)[column.place]) : false;
	}

	function adoptAll() {
		for (const box of boxes()) if (!box.disabled && box.checked !== isTicked(box)) adopt(box);
	}
	useWindowEvent("pageshow", adoptAll);

	useLayoutEffect(() => {
		if (!isAdopted.current) {
			isAdopted.current = true;
			adoptAll();
			return;
		}
		for (const box of boxes()) {
			const tick = isTicked(box);
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
