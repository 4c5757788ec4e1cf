import type { ReactNode } from "react";
import { ItemResult } from "@/app/_bulk/item-result";
import { PageLink } from "@/components/layout/links";
import { Name } from "@/components/ui/name";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { BulkEditOf, BulkItem, BulkItemState, BulkRun } from "@/lib/dashboard/store/bulk-edit";
import { readBulkItems } from "@/lib/dashboard/store/bulk-edits";
import type { PlanAction, PlanItem } from "@/lib/dashboard/templates/template-plan";
import { planItemOf } from "../bulk/import-items";

export const ITEMS_PER_PAGE = 100;

/** What a run leaves to be looked at comes first. */
const ATTENTION: readonly BulkItemState[] = ["conflict", "refused", "unread", "unconfirmed", "gone"];

const words: Record<PlanAction, string> = {
	create: "Creates it",
	change: "Changes it",
	recreate: "Deletes it, and creates it again",
	remove: "Deletes it",
	left: "Stays as it is",
	unchanged: "Nothing to do",
	error: "Can’t be applied",
	contested: "Left out: the folder and others changed the same",
};

const done: Partial<Record<PlanAction, string>> = {
	create: "Created",
	change: "Changed",
	recreate: "Deleted and created again",
	remove: "Deleted",
};

type ImportListProps = { edit: BulkEditOf<"template import">; page: number };

/** A page of the items of an import, of which it alone is read whole: what becomes of each template, and its result. */
export async function ImportList({ edit: { id, items, run }, page }: ImportListProps) {
	const sorted = items.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
	const shown = sorted.slice(page * ITEMS_PER_PAGE, (page + 1) * ITEMS_PER_PAGE).map(({ position }) => position);
	const whole = new Map((await readBulkItems(id, shown)).map((item) => [item.position, item]));
	return (
		<ul aria-label="Templates" className="border-t border-line text-sm">
			{shown
				.flatMap((position) => whole.get(position) ?? [])
				.map((item) => (
					<li
						key={item.position}
						className="grid gap-x-6 gap-y-1 border-b border-line px-2 py-2.5 md:grid-cols-[2fr_3fr_2fr]"
					>
						<Item item={item} plan={planItemOf(item)} run={run} />
					</li>
				))}
		</ul>
	);
}

function isFirst({ state }: BulkItem): boolean {
	return ATTENTION.includes(state);
}

function Item({ item, plan, run }: { item: BulkItem; plan: PlanItem; run: BulkRun }) {
	const isKept = plan.id !== null && plan.action !== "recreate" && !(plan.action === "remove" && item.state === "done");
	return (
		<>
			<div className="wrap-anywhere">
				{plan.id !== null && isKept ? (
					<PageLink
						href={pageOf("template", plan.id)}
						className="font-medium text-accent underline-offset-2 hover:underline"
					>
						<Name text={plan.name} />
					</PageLink>
				) : (
					<Name className="font-medium" text={plan.name} />
				)}
				{plan.file === null || plan.file === plan.name ? null : (
					<code className="block text-xs text-muted">{plan.file}</code>
				)}
			</div>
			<Effect plan={plan} />
			<strong className="font-medium wrap-anywhere">
				<Result {...{ item, plan, run }} />
			</strong>
		</>
	);
}

function Effect({ plan: { action, changes, theirs, contested, faults, notes, file } }: { plan: PlanItem }) {
	return (
		<div className="grid gap-1 wrap-anywhere">
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

type ResultProps = { item: BulkItem; plan: PlanItem; run: BulkRun };

function Result({ item, plan, run }: ResultProps): ReactNode {
	const { note } = item;
	if (run === "preview") return words[plan.action];
	return (
		<ItemResult
			{...{ item, run }}
			what="template"
			done="applied"
			own={{
				done: [done[plan.action], note.message].filter(Boolean).join(". "),
				unchanged: words[plan.action],
				"not-readable": words[plan.action],
				conflict: `Not applied. ${note.message ?? ""}`,
				refused: `Not applied. ${note.message ?? ""}`,
				gone: "Not applied: it is no longer there",
			}}
		/>
	);
}
