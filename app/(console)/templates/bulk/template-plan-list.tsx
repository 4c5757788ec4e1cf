import { ItemResult } from "@/app/_bulk/item-result";
import { PageLink } from "@/components/layout/links";
import { Name } from "@/components/ui/name";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { BulkEditOf, BulkItem, BulkRun, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { elementsAtPreview, requestedLabels, takeOut } from "./template-change";

/** Every template of a bulk edit: the operation's effect on it, and its result. */
export function TemplatePlanList({ edit: { items, operation, run } }: { edit: BulkEditOf<"template"> }) {
	return (
		<ul aria-label="Templates" className="border-t border-line text-sm">
			{items.map((item) => (
				<li
					key={item.position}
					className="grid gap-x-6 gap-y-1 border-b border-line px-2 py-2.5 md:grid-cols-[2fr_3fr_2fr]"
				>
					<div>
						<TemplateName item={item} isDelete={operation.kind === "delete"} />
					</div>
					<Effect item={item} operation={operation} />
					<strong className="font-medium">
						<Result item={item} operation={operation} run={run} />
					</strong>
				</li>
			))}
		</ul>
	);
}

/** The name, with a link to its page while the template exists. */
function TemplateName({ item: { id, name, state }, isDelete }: { item: BulkItem; isDelete: boolean }) {
	const isGone = state === "gone" || (isDelete && state === "done");
	return (
		<>
			{isGone ? (
				<Name className="font-medium" text={name} />
			) : (
				<PageLink href={pageOf("template", id)} className="font-medium text-accent underline-offset-2 hover:underline">
					<Name text={name} />
				</PageLink>
			)}
			{name === id ? null : <code className="block text-xs text-muted">{id}</code>}
		</>
	);
}

/** What the template requested at the preview, and what is left of that. */
function Effect({ item, operation }: { item: BulkItem; operation: TemplateOperation }) {
	const baseline = elementsAtPreview(item);
	if (item.whole === undefined) return <p className="text-muted">Not known</p>;
	if (!baseline) return <p className="text-muted">Its request has a shape that is not known here</p>;
	const requested = requestedLabels(baseline) || "nothing";
	if (operation.kind === "delete") return <p>Asks for {requested}</p>;
	const change = takeOut(baseline, operation.attribute);
	if (change.kind !== "write") return <p className="text-muted">Asks for {requested}</p>;
	return (
		<p>
			<del>{attributeLabel(operation.attribute)}</del> · leaves {requestedLabels(change.after)}
		</p>
	);
}

type ResultProps = { item: BulkItem; operation: TemplateOperation; run: BulkRun };

/** The expected or actual result of a template, in words. */
function Result({ item, operation, run }: ResultProps) {
	const isDelete = operation.kind === "delete";
	return (
		<ItemResult
			{...{ item, run }}
			what="template"
			done={isDelete ? "deleted" : "changed"}
			own={{
				differs: "Changed, but the service stored something else",
				unchanged: "Not requested there: nothing to change",
				"nothing-left": "Left out: it would ask for nothing",
				"not-readable": "Left out: its request has a shape that is not known here",
				conflict: isDelete
					? "Not deleted: it has changed since the preview"
					: "Not changed: it asks for this in another way since the preview",
				gone: "No longer there",
			}}
		/>
	);
}
