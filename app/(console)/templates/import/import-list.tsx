import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { ItemList } from "@/app/_bulk/item-list";
import { PrintChange } from "@/app/_print/print";
import { ListPages } from "@/app/_tables/list-controls";
import { Name } from "@/components/ui/name";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { BulkEditOf, BulkItem, BulkItemState } from "@/lib/dashboard/store/bulk-edit";
import { readBulkItems } from "@/lib/dashboard/store/bulk-edits";
import { printOf } from "@/lib/dashboard/templates/request-print";
import { needsResolution, type PlanAction, type PlanItem } from "@/lib/dashboard/templates/template-plan";
import type { WholeTemplate } from "@/lib/dashboard/templates/whole-template";
import { planItemOf } from "../bulk/import-items";

const ITEMS_PER_PAGE = 100;

/** What a run leaves to be looked at comes first. */
const ATTENTION: readonly BulkItemState[] = ["conflict", "refused", "unread", "unconfirmed", "gone"];
const place = ({ state }: BulkItem) => (ATTENTION.includes(state) ? 0 : 1);

const words: Record<PlanAction, string> = {
	create: "Creates it",
	change: "Changes it",
	recreate: "Deletes it, and creates it again",
	remove: "Deletes it",
	left: "Stays as it is",
	unchanged: "Nothing to do",
	error: "Can’t be applied",
	contested: "Skipped: both changed the same",
};

const done: Partial<Record<PlanAction, string>> = {
	create: "Created",
	change: "Changed",
	recreate: "Deleted and created again",
	remove: "Deleted",
};

type ImportListProps = {
	edit: BulkEditOf<"template import">;
	/** From 1, as in the address; 0: it names none. */
	page: number;
};

/** A page of the items of an import, of which it alone is read whole: what becomes of each template, and its result. */
export async function ImportList({ edit: { id, items, run }, page }: ImportListProps) {
	const address = bulkEditPage("template import", id);
	const pages = Math.ceil(items.length / ITEMS_PER_PAGE);
	const current = Math.max(1, Math.min(page, pages));
	const sorted = items.toSorted((one, other) => place(one) - place(other));
	const shown = sorted.slice((current - 1) * ITEMS_PER_PAGE, current * ITEMS_PER_PAGE).map(({ position }) => position);
	const whole = new Map((await readBulkItems(id, shown)).map((item) => [item.position, item]));
	return (
		<div className="grid gap-3">
			{shown.length > 0 ? (
				<ItemList
					label="Templates"
					items={shown.flatMap((position) => whole.get(position) ?? [])}
					run={run}
					what="template"
					done="applied"
					lineOf={(item) => {
						const plan = planItemOf(item);
						const { id, name, file, action } = plan;
						const { message = "", id: now } = item.note;
						const isKept = action !== "recreate" && !(action === "remove" && item.state === "done");
						const present = now ?? (isKept ? id : null);
						return {
							href: present === null ? null : pageOf("template", present),
							name,
							detail:
								file === null || file === name ? null : (
									<code>
										<Name text={file} />
									</code>
								),
							effect: <Effect plan={plan} />,
							own:
								run === "preview"
									? { [item.state]: words[action] }
									: {
											done: [done[action], message].filter(Boolean).join(". "),
											unchanged: words[action],
											"not-readable": words[action],
											conflict: `Not applied. ${message}`,
											refused: `Not applied. ${message}`,
											gone: "Not applied: it is no longer there",
										},
						};
					}}
				/>
			) : null}
			{pages > 1 ? (
				<p className="text-sm">
					Page {current} of {pages}
				</p>
			) : null}
			<ListPages
				label="Pages of templates"
				first={current > 1 ? address : null}
				next={current < pages ? `${address}?page=${current + 1}` : null}
			/>
		</div>
	);
}

const printOfWhole = (template: WholeTemplate | null) => template && printOf(template.elements);

function Effect({
	plan: { action, before, after, changes, theirs, contested, faults, notes, file },
}: {
	plan: PlanItem;
}) {
	const planned = needsResolution({ action }) || action === "left" ? before : after;
	return (
		<div className="grid gap-1">
			<PrintChange before={printOfWhole(before)} after={printOfWhole(planned)} />
			{changes.length > 0 && action !== "contested" ? <Lines lines={changes} /> : null}
			{contested.map(({ label, baseline, theirs, yours }) => (
				<p key={label}>
					{label}: {theirs} at the tenant, {yours} in the folder, {baseline} at the export
				</p>
			))}
			{theirs.length > 0 ? (
				<div className="text-muted">
					<p>Others changed since the export:</p>
					<Lines lines={theirs} />
				</div>
			) : null}
			{faults.map(({ line, message }) => (
				<p key={`${line} ${message}`}>
					{line > 0 && file ? `Line ${line}: ` : ""}
					{message}
				</p>
			))}
			{notes.map((note) => (
				<p key={note} className="text-muted">
					{note}
				</p>
			))}
		</div>
	);
}

function Lines({ lines }: { lines: readonly string[] }) {
	return (
		<ul>
			{lines.map((line) => (
				<li key={line}>{line}</li>
			))}
		</ul>
	);
}
