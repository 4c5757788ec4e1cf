import type { Metadata } from "next";
import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { BulkPlan, bulkTitle, NoBulkEdit } from "@/app/_bulk/bulk-plan";
import { countItems, type PlanCounts } from "@/app/_bulk/plan-counts";
import { readListView } from "@/app/_tables/list-view";
import { ButtonLink, TextLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { nameInWords } from "@/components/ui/invisible-characters";
import type { OperationName } from "@/lib/contract/operations";
import { someOf } from "@/lib/dashboard/in-short";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import type { BulkEditOf } from "@/lib/dashboard/store/bulk-edit";
import { findBulkEditInShort } from "@/lib/dashboard/store/bulk-edits";
import { actionWords, basisInWords } from "@/lib/dashboard/templates/plan-words";
import { isWrite, needsResolution, PLAN_ACTIONS, type PlanAction } from "@/lib/dashboard/templates/template-plan";
import { CHOSEN_TEMPLATES_MAX } from "../../_list/list-query";
import { actionOf, createdIn } from "../../bulk/import-items";
import { countNeedingSecondEditor } from "../../bulk/propose-run";
import { runTemplatesAction } from "../../bulk/run-action";
import { backToTemplates, DELETED_IN_RUN } from "../../bulk/template-change";
import { importAddress } from "../import-form";
import { ImportList } from "../import-list";

type Import = BulkEditOf<"template import">;

export async function generateMetadata({ params }: PageProps<"/templates/import/[id]">): Promise<Metadata> {
	return bulkTitle((await params).id, ({ resource }) => (resource === "template import" ? "Import a folder" : null));
}

/** A stored import. */
export default async function ImportPreviewPage({ params, searchParams }: PageProps<"/templates/import/[id]">) {
	const { id } = await params;
	const session = await requirePageSession(bulkEditPage("template import", id));
	const edit = await findBulkEditInShort(session.subject, id);
	if (edit?.resource !== "template import") return <NoBulkEdit on={backToTemplates} />;
	const { items, basis, ignored } = edit;
	const written = items.filter((item) => isWrite({ action: actionOf(item) }));
	const deletes = written.some((item) => ["remove", "recreate"].includes(actionOf(item)));
	const faulty = items.filter((item) => actionOf(item) === "error").map(({ name }) => name);
	const needed = new Set(written.flatMap((item) => writes[actionOf(item)] ?? []));
	const needing = await countNeedingSecondEditor(edit);
	const again = (
		<ButtonLink href={importAddress(edit.mode)}>
			{edit.run === "preview" ? "Choose another folder" : "Import again"}
		</ButtonLink>
	);
	return (
		<BulkPlan
			edit={edit}
			title="Import a folder"
			about={
				<>
					<p>Each template is read again before it is written. One that has changed since this preview is skipped.</p>
					{deletes ? <p>{DELETED_IN_RUN}</p> : null}
				</>
			}
			role={session.role}
			writes={needed.size > 0 ? [...needed] : ["patch_vc_templates_by_id"]}
			needing={needing}
			isImport
			counts={importCounts(edit, written)}
			what="template"
			apply={{
				text: `Apply ${written.length.toLocaleString("en")} ${written.length === 1 ? "change" : "changes"}`,
				isFinal: deletes,
			}}
			action={runTemplatesAction}
			back={backToTemplates}
			{...(faulty.length > 0 && {
				lead: faultyInWords(faulty, written.length, needing === 0 && may(session.role, "changeTemplates")),
			})}
			note={
				<div className="grid gap-3 empty:hidden">
					{basis.kind === "export" ? null : (
						<Alert tone="info" title="What others changed is not known">
							<p className="wrap-anywhere">{basisInWords(basis)}</p>
						</Alert>
					)}
					{ignored.length > 0 ? (
						<Alert tone="info" title="Not read: only files that end in .json are">
							<p className="wrap-anywhere">{ignored.map(nameInWords).join(", ")}</p>
						</Alert>
					) : null}
				</div>
			}
			beside={again}
			list={<ImportList edit={edit} page={readListView([], await searchParams).page} />}
			undo={<UndoImport id={id} created={createdIn(items).length} />}
			again={<p>{again}</p>}
		/>
	);
}

/** Previews the deletion of what the import has created; what it changed or deleted is restored one by one. */
function UndoImport({ id, created }: { id: string; created: number }) {
	return (
		<div className="grid justify-items-start gap-2 text-sm">
			{created > 0 && created <= CHOSEN_TEMPLATES_MAX ? (
				<form action="/templates/bulk" className="flex flex-wrap items-center gap-3">
					<Button name="undo" value={id}>
						Undo
					</Button>
					<span className="text-muted">
						Deletes the {created === 1 ? "template" : `${created} templates`} that the import created, after a preview.
					</span>
				</form>
			) : null}
			<p className="text-muted">
				{created > CHOSEN_TEMPLATES_MAX
					? `More than ${CHOSEN_TEMPLATES_MAX} templates were created: select those to delete in the list. `
					: null}
				Restore a changed template from its History, a deleted one from{" "}
				<TextLink href="/templates/deleted">Deleted templates</TextLink>.
			</p>
		</div>
	);
}

/** How many are named. */
const NAMES_MAX = 3;

/** "1 file has an error: b.json. Mend it, then import again. The 6 other changes can be applied now." */
function faultyInWords(names: readonly string[], changes: number, canApply: boolean): string {
	const isOne = names.length === 1;
	const count = `${names.length.toLocaleString("en")} ${isOne ? "file has an error" : "files have errors"}`;
	const which = changes > 0 ? `: ${someOf(names.slice(0, NAMES_MAX).map(nameInWords), { count: names.length })}` : "";
	const others = `${changes.toLocaleString("en")} other ${changes === 1 ? "change" : "changes"}`;
	return [
		`${count}${which}. Mend ${isOne ? "it" : "them"}, then import again.`,
		...(changes > 0 ? [`The ${others} can be ${canApply ? "applied" : "proposed"} now.`] : []),
	].join(" ");
}

/** The progress of an import: before its run in the words of the plan. */
function importCounts({ items, run, unchanged }: Import, written: Import["items"]): PlanCounts {
	const isPreview = run === "preview";
	const counts = countItems({ items: written, run }, () => true, "applied");
	const ofActions = PLAN_ACTIONS.flatMap((action) => {
		const count = action === "unchanged" ? unchanged : items.filter((item) => actionOf(item) === action).length;
		if (count === 0 || !(isPreview || needsResolution({ action }))) return [];
		return [`${count.toLocaleString("en")} ${actionWords[action].counted}`];
	});
	const summary = [...(isPreview || !counts.summary ? [] : [counts.summary]), ...ofActions].join(", ");
	return { ...counts, left: isPreview ? [] : counts.left, summary };
}

/** What each action needs; an import with nothing to write needs what a change does. */
const writes: Partial<Record<PlanAction, OperationName>> = {
	create: "post_vc_templates",
	recreate: "post_vc_templates",
	change: "patch_vc_templates_by_id",
	remove: "delete_vc_templates_by_id",
};
