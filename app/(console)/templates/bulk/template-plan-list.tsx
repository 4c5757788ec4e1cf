import { ItemList } from "@/app/_bulk/item-list";
import { Breakable } from "@/components/ui/breakable";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { BulkEditOf, BulkItem, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { elementsAtPreview, requestedLabels, templateChange } from "./template-change";

/** Every template of a bulk edit: the operation's effect on it, and its result. */
export function TemplatePlanList({ edit: { items, operation, run } }: { edit: BulkEditOf<"template"> }) {
	const isDelete = operation.kind === "delete";
	return (
		<ItemList
			label="Templates"
			items={items}
			run={run}
			what="template"
			done={isDelete ? "deleted" : "changed"}
			lineOf={(item) => {
				const { id, name, state } = item;
				const isGone = state === "gone" || (isDelete && state === "done");
				return {
					href: isGone ? null : pageOf("template", id),
					name,
					detail:
						name === id ? null : (
							<code>
								<Breakable text={id} />
							</code>
						),
					effect: <Effect item={item} operation={operation} />,
					own: {
						differs: "Changed, but the tenant stored something different",
						unchanged: operation.kind === "put-back" ? "Already requested there" : "Not requested there",
						"nothing-left": "Left out: nothing would be left to ask for",
						"not-readable": "Left out: its request has a shape that is not known here",
						conflict: isDelete
							? item.whole === undefined
								? "Left out: it has changed since the import"
								: "Not deleted: it has changed since the preview"
							: run === "preview"
								? "Left out: how it asks for this has changed"
								: "Not changed: how it asks for this has changed since the preview",
						gone: "No longer there",
					},
				};
			}}
		/>
	);
}

/** What the template requested at the preview, and what is left of that. */
function Effect({ item, operation }: { item: BulkItem; operation: TemplateOperation }) {
	const baseline = elementsAtPreview(item);
	if (item.whole === undefined && item.state === "conflict") return null;
	if (item.whole === undefined) return <p className="text-muted">Not known</p>;
	if (!baseline) return <p className="text-muted">Its request has a shape that is not known here</p>;
	const requested = requestedLabels(baseline) || "nothing";
	if (operation.kind === "delete") return <p>Asks for {requested}</p>;
	const change = templateChange(baseline, operation, item);
	if (!("after" in change)) return <p className="text-muted">Asks for {requested}</p>;
	if (operation.kind === "put-back") {
		return (
			<p>
				<ins>{attributeLabel(operation.attribute)}</ins> · asks for {requestedLabels(change.after)}
			</p>
		);
	}
	return (
		<p>
			<del>{attributeLabel(operation.attribute)}</del> · leaves {requestedLabels(change.after)}
		</p>
	);
}
