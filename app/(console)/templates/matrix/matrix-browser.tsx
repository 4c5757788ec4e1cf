"use client";

import { useRouter } from "next/navigation";
import {
	type ChangeEvent,
	type FormEvent,
	useEffect,
	useEffectEvent,
	useMemo,
	useRef,
	useState,
	useSyncExternalStore,
	useTransition,
} from "react";
import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { useActionForm, useResult } from "@/app/_forms/action-form";
import { UnsavedGuard } from "@/app/_forms/unsaved-guard";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { PageLink } from "@/components/layout/links";
import { buttonClass } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { CHOSEN_TEMPLATES_MAX, type ListQuery, templatesAddress } from "../_list/list-query";
import type { LoadedTemplates } from "../_list/read-templates";
import { count, isWhole } from "../_list/search-words";
import { type LoadedList, TemplateSearch } from "../_list/template-search";
import { ColumnActs } from "./column-acts";
import {
	CELL_FIELD,
	columnOf,
	countsOf,
	type MatrixEdits,
	type MatrixRow,
	matrixColumns,
	ROW_FIELD,
	readSentEdits,
	rebased,
	rowField,
	rowsThatAsk,
	SCRIPTED_FIELD,
	sentEdits,
	tooManyTemplates,
	withCell,
	withColumnAct,
} from "./matrix";
import { MatrixBar } from "./matrix-bar";
import { MatrixList } from "./matrix-list";
import { LISTED_FALSE, MatrixTable } from "./matrix-table";
import { type MatrixResult, previewMatrixAction } from "./preview-action";
import { useShownTicks } from "./use-shown-ticks";
import "./matrix.css";

/** With 23 cells and a row's own fields each, fewer than a form may have. */
const ROWS_ON_PAGE = 25;

/** What is chosen and edited at first: the IDs of rows, and the rows with edits. */
type Start = {
	/** The preview that the edits are from; null where the address names none. */
	preview: string | null;
	chosen: readonly string[];
	edits: readonly (readonly [string, { row: MatrixRow; cells: string }])[];
};

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
	const router = useRouter();
	const form = useActionForm<MatrixResult>(previewMatrixAction, {});
	/** What the edits began with: those of the preview, or those that a form without scripts has sent. */
	const [begun, setBegun] = useState(() => {
		const ofPreview: MatrixEdits = new Map(start.edits);
		const { edits } = form.first;
		if (!edits) return { preview: start.preview, edits: ofPreview };
		const rows = new Map<string, MatrixRow>(listing.rows.map((row) => [row.id, row]));
		for (const [id, { row }] of ofPreview) rows.set(id, row);
		return { preview: start.preview, edits: readSentEdits(edits, rows) };
	});
	const [edits, setEdits] = useState(begun.edits);
	const [everChosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(start.chosen));
	/** Why the last press of "Preview changes" leads nowhere, where that is known here. */
	const [refusal, setRefusal] = useState<Problem | null>(null);
	/** Those whose preview was asked for last. */
	const sentLast = useRef<MatrixEdits>(null);
	const [isLeaving, startLeaving] = useTransition();
	const isHydrated = useHydrated();
	const isNarrow = useSyncExternalStore(
		onWidth,
		() => window.matchMedia(NARROW).matches,
		() => false,
	);
	// Once all are listed, one that is not among them is gone.
	const chosen = useMemo(
		() => (isWhole(listing) ? new Set([...everChosen].filter((id) => known.includes(id))) : everChosen),
		[everChosen, known, listing],
	);
	const counts = useMemo(() => countsOf(found, edits), [found, edits]);
	const countsBefore = useMemo(() => countsOf(found, new Map()), [found]);
	const pages = Math.max(1, Math.ceil(found.length / ROWS_ON_PAGE));
	const page = Math.min(query.page, pages - 1);
	const rows = found.slice(page * ROWS_ON_PAGE, (page + 1) * ROWS_ON_PAGE);
	const around = useShownTicks({ rows, edits, chosen, adopt });

	// The page was read again for another preview; without one, the edits are those of the page.
	if (start.preview !== null && start.preview !== begun.preview) {
		const ofPreview: MatrixEdits = new Map(start.edits);
		setBegun({ preview: start.preview, edits: ofPreview });
		setEdits(rebased(edits, begun.edits, ofPreview));
	}
	// The address leads to the edits of its preview only while they are the same.
	const isOthers = edits !== begun.edits && query.changes !== null && query.changes === begun.preview;
	const leaveAddress = useEffectEvent(() => show({ changes: null }));
	useEffect(() => {
		if (isOthers) leaveAddress();
	}, [isOthers]);
	// Back shows the page as it was read before there was a preview.
	const readAgain = useEffectEvent(() => {
		const named = new URLSearchParams(window.location.search).get("changes");
		if (named && named !== start.preview) router.refresh();
	});
	useEffect(() => readAgain(), []);

	useResult(form.state, ({ preview }) => {
		if (preview === undefined) return;
		if (sentLast.current !== edits) {
			setRefusal({
				title: "You have changed cells meanwhile",
				message: "The preview was without them. Preview again.",
			});
			return;
		}
		setBegun({ preview, edits });
		show({ changes: preview });
		startLeaving(() => router.push(bulkEditPage("template", preview)));
	});

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

	function send(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (form.isPending || isLeaving || form.wait > 0) return;
		const isTooMany = edits.size > CHOSEN_TEMPLATES_MAX;
		setRefusal(isTooMany ? tooManyTemplates(edits.size) : null);
		if (isTooMany) return;
		sentLast.current = edits;
		const sent = new FormData();
		sent.set(SCRIPTED_FIELD, "yes");
		for (const edit of sentEdits(edits)) sent.append(ROW_FIELD, rowField(...edit));
		form.send(sent);
	}

	const sorted = columnOf(query.sort?.key);
	const among =
		`of the ${count(found.length)} ${isWhole(listing) ? "" : "loaded "}${query.q.trim() || query.show ? "that are found" : ""}`.trim();
	const actsOf = (column: (typeof matrixColumns)[number]) => (
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
	const problem = refusal ?? form.state.problem;
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
						<div className="column-line">
							{sorted && found.length > 0 ? (
								actsOf(sorted)
							) : (
								<p className="text-sm text-muted">The head of an attribute puts first those that ask for it.</p>
							)}
						</div>
						{rows.length > 0 ? (
							<MatrixTable
								rows={rows}
								edits={edits}
								chosen={chosen}
								counts={counts}
								canWrite={canWrite}
								query={query}
								show={show}
							/>
						) : null}
					</div>
				)}
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
				{pages > 1 ? (
					<Pager
						page={page}
						pages={pages}
						found={found.length}
						addressOf={(page) => templatesAddress({ ...query, page })}
						onPage={(page) => show({ page })}
					/>
				) : null}
				{found.length > 0 || edits.size > 0 ? (
					<MatrixBar
						edits={edits}
						chosen={chosen}
						notShown={[...chosen].filter((id) => !shown.has(id)).length}
						chosenElsewhere={[...chosen].filter((id) => !shown.has(id) || isNarrow)}
						canWrite={canWrite}
						form={{ ...form, onSubmit: send }}
						rowFields={isHydrated ? [] : rowFieldsOf(rows, edits)}
						onRemove={(row, column, tick) => setEdits((before) => withCell(before, [row], column, tick))}
						onDiscard={() => {
							setEdits(new Map());
							setRefusal(null);
						}}
						onClear={() => setChosen(new Set())}
					/>
				) : null}
			</div>
		</>
	);
}

/** On paper it is the table. */
const NARROW = "screen and (width < 48rem)";

/** The rows of the page, whose boxes say how they are after, and others with edits. */
function rowFieldsOf(rows: readonly MatrixRow[], edits: MatrixEdits): string[] {
	const shown = new Set(rows.map(({ id }) => id));
	return [
		...rows.flatMap((row) => {
			const { print } = edits.get(row.id)?.row ?? row;
			return print ? [rowField(row.id, print.cells)] : [];
		}),
		...sentEdits(edits).flatMap((edit) => (shown.has(edit[0]) ? [] : [rowField(...edit)])),
	];
}

function onWidth(listener: () => void): () => void {
	const query = window.matchMedia(NARROW);
	query.addEventListener("change", listener);
	return () => query.removeEventListener("change", listener);
}

type PagerProps = {
	page: number;
	pages: number;
	found: number;
	addressOf: (page: number) => string;
	onPage: (page: number) => void;
};

function Pager({ page, pages, found, addressOf, onPage }: PagerProps) {
	const link = (to: number, text: string) =>
		to < 0 || to >= pages ? null : (
			<PageLink href={addressOf(to)} scroll={false} inPlace={() => onPage(to)} className={buttonClass()}>
				{text}
			</PageLink>
		);
	return (
		<nav aria-label="Pages of the matrix" className="flex flex-wrap items-center gap-3 text-sm text-muted">
			{link(page - 1, "Previous rows")}
			<span>
				Rows {count(page * ROWS_ON_PAGE + 1)}–{count(Math.min(found, (page + 1) * ROWS_ON_PAGE))} of {count(found)}
			</span>
			{link(page + 1, "Next rows")}
		</nav>
	);
}
