"use client";

import { type ChangeEvent, type FormEvent, useCallback, useMemo, useState, useSyncExternalStore } from "react";
import { UnsavedGuard } from "@/app/_forms/unsaved-guard";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { ListQuery } from "../_list/list-query";
import type { LoadedTemplates } from "../_list/read-templates";
import { count, isWhole } from "../_list/search-words";
import { type LoadedList, TemplateSearch } from "../_list/template-search";
import { ColumnActs } from "./column-acts";
import {
	CELL_FIELD,
	columnOf,
	countsOf,
	editedCounts,
	type MatrixColumn,
	type MatrixRow,
	matrixColumns,
	rowsThatAsk,
	withCell,
	withColumnAct,
} from "./matrix";
import { MatrixBar } from "./matrix-bar";
import { MatrixList } from "./matrix-list";
import { LISTED_FALSE } from "./matrix-row";
import { MatrixTable } from "./matrix-table";
import { RowPages, rowPageOf } from "./row-pages";
import { type EditsStart, rowFieldsOf, useMatrixEdits } from "./use-matrix-edits";
import { useShownTicks } from "./use-shown-ticks";
import "./matrix.css";

/** What is edited at first, and the IDs of the rows that are chosen. */
type Start = EditsStart & { chosen: readonly string[] };

type MatrixBrowserProps = { loaded: LoadedTemplates; query: ListQuery; canWrite: boolean; start: Start };

/** The matrix with the search of the templates: edits are kept while it is searched, sorted and paged. */
export function MatrixBrowser({ loaded, query, canWrite, start }: MatrixBrowserProps) {
	return (
		<TemplateSearch loaded={loaded} query={query}>
			{(list) => <Matrix list={list} canWrite={canWrite} start={start} />}
		</TemplateSearch>
	);
}

type MatrixProps = Pick<MatrixBrowserProps, "canWrite" | "start"> & { list: LoadedList };

function Matrix({ list, canWrite, start }: MatrixProps) {
	const { found, listing, known, query, show } = list;
	const { edits, setEdits, form, problem, isLeaving, discard } = useMatrixEdits(start, list);
	const [everChosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(start.chosen));
	const isHydrated = useHydrated();
	const isNarrow = useNarrow();
	// Once all are listed, one that is not among them is gone.
	const chosen = useMemo(
		() => (isWhole(listing) ? new Set([...everChosen].filter((id) => known.includes(id))) : everChosen),
		[everChosen, known, listing],
	);
	const countsBefore = useMemo(() => countsOf(found), [found]);
	const counts = useMemo(() => editedCounts(countsBefore, found, edits), [countsBefore, found, edits]);
	const { rows, ...rowPage } = rowPageOf(found, query);
	const around = useShownTicks({ rows, edits, chosen, adopt });

	function toggle(row: MatrixRow, place: number, tick: boolean) {
		const column = matrixColumns[place];
		if (column) setEdits((before) => withCell(before, [row], column, tick));
	}

	function choose(ids: readonly string[], isChosen: boolean) {
		setChosen((before) => {
			const next = new Set(before);
			for (const id of ids) {
				if (isChosen) next.add(id);
				else next.delete(id);
			}
			return next;
		});
	}

	/** A box of the table, by a press or as it was before hydration. */
	function adopt({ name, value, checked }: HTMLInputElement) {
		if (name !== CELL_FIELD) return choose([value], checked);
		const [id, attribute] = value.split(" ");
		const row = rows.find((one) => one.id === id);
		const column = columnOf(attribute);
		if (row && column) toggle(row, column.place, checked);
	}

	function onChange({ target }: ChangeEvent<HTMLElement> | FormEvent<HTMLElement>) {
		if (!(target instanceof HTMLInputElement) || target.closest(".matrix") === null) return;
		if (target.dataset.selectAll === undefined) adopt(target);
		else
			choose(
				rows.map(({ id }) => id),
				target.checked,
			);
	}

	const sorted = columnOf(query.sort?.key);
	const among =
		`of the ${count(found.length)} ${isWhole(listing) ? "" : "loaded "}${query.q.trim() || query.show ? "that are found" : ""}`.trim();
	const actsOf = (column: MatrixColumn) => (
		<ColumnActs
			column={column}
			asking={counts.columns[column.place] ?? 0}
			askingBefore={countsBefore.columns[column.place] ?? 0}
			among={among}
			canWrite={canWrite}
			onSelect={() =>
				choose(
					rowsThatAsk(found, edits, column).map(({ id }) => id),
					true,
				)
			}
			onAct={(act) => setEdits((before) => withColumnAct(before, found, act))}
		/>
	);
	const shown = new Set(rows.map(({ id }) => id));
	return (
		<>
			<UnsavedGuard isDirty={edits.size > 0 && !isLeaving} lost="Your edits of the matrix are lost." keepsBySearch />
			<div ref={around} onChange={onChange} inert={isLeaving} className="grid gap-3">
				<span id={LISTED_FALSE} hidden>
					listed as false
				</span>
				{problem ? <ProblemAlert problem={problem} /> : null}
				{isNarrow ? null : (
					<div className="matrix-wide">
						{rows.length > 0 ? (
							<>
								<div className="column-line">
									{sorted ? (
										actsOf(sorted)
									) : (
										<p className="text-sm text-muted">The head of an attribute puts first those that ask for it.</p>
									)}
								</div>
								<MatrixTable
									rows={rows}
									edits={edits}
									chosen={chosen}
									counts={counts}
									canWrite={canWrite}
									query={query}
									show={show}
								/>
							</>
						) : null}
					</div>
				)}
				{/* Which of the two there is room for is not known before hydration. */}
				{isHydrated && !isNarrow ? null : (
					<MatrixList
						rows={isNarrow ? rows : []}
						edits={edits}
						counts={counts}
						canWrite={canWrite}
						chosen={chosen}
						actsOf={actsOf}
						onToggle={toggle}
						onChoose={choose}
					/>
				)}
				<RowPages {...rowPage} found={found.length} query={query} show={show} />
				{found.length > 0 || edits.size > 0 ? (
					<MatrixBar
						edits={edits}
						chosen={chosen}
						notShown={[...chosen].filter((id) => !shown.has(id)).length}
						chosenElsewhere={[...chosen].filter((id) => !shown.has(id) || isNarrow)}
						canWrite={canWrite}
						form={form}
						rowFields={isHydrated ? [] : rowFieldsOf(rows, edits)}
						onRemove={(row, column, tick) => setEdits((before) => withCell(before, [row], column, tick))}
						onDiscard={discard}
						onClear={() => setChosen(new Set())}
					/>
				) : null}
			</div>
		</>
	);
}

/** On paper it is the table. */
const NARROW = "screen and (width < 48rem)";

function useNarrow(): boolean {
	const [media] = useState(() => (typeof window === "undefined" ? null : window.matchMedia(NARROW)));
	const subscribe = useCallback(
		(listener: () => void) => {
			media?.addEventListener("change", listener);
			return () => media?.removeEventListener("change", listener);
		},
		[media],
	);
	return useSyncExternalStore(
		subscribe,
		() => media?.matches ?? false,
		() => false,
	);
}
