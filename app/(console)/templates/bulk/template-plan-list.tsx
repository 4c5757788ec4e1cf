import { Fragment } from "react";
import { ItemList } from "@/app/_bulk/item-list";
import { Print, PrintChange } from "@/app/_print/print";
import { Breakable } from "@/components/ui/breakable";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { BulkEditOf, BulkItem, BulkRun, TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { printOf } from "@/lib/dashboard/templates/request-print";
import { elementChange, elementPart, inCatalogueOrder } from "@/lib/dashboard/templates/template-words";
import { effectOf, elementsAtPreview, ownChanges, requestedLabels } from "./template-change";

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
						unchanged: UNCHANGED[operation.kind],
						"nothing-left": "Left out: nothing would be left to ask for",
						"not-readable": "Left out: its request has a shape that is not known here",
						conflict: conflictOf(item, isDelete, run),
						gone: "No longer there",
					},
				};
			}}
		/>
	);
}

const UNCHANGED = {
	change: "It asks so already",
	"put-back": "Already requested there",
	"take-out": "Not requested there",
	delete: "",
};

function conflictOf({ whole, note }: BulkItem, isDelete: boolean, run: BulkRun): string {
	if (isDelete) {
		return whole === undefined
			? "Left out: it has changed since the import"
			: "Not deleted: it has changed since the preview";
	}
	const changed = `how it asks for ${note.message ?? "this"} has changed`;
	return run === "preview" || run === "proposed" ? `Left out: ${changed}` : `Not changed: ${changed} since the preview`;
}

/** What the operation changes in what the template requested, and what it requests then. */
function Effect({ item, operation }: { item: BulkItem; operation: TemplateOperation }) {
	const baseline = elementsAtPreview(item);
	if (item.whole === undefined && item.state === "conflict") return null;
	if (item.whole === undefined) return <p className="text-muted">Not known</p>;
	if (!baseline) return <p className="text-muted">Its request has a shape that is not known here</p>;
	if (operation.kind === "delete") {
		return (
			<p className="with-print">
				<Print of={printOf(baseline)} />
				<span>Asks for {requestedLabels(baseline) || "nothing"}</span>
			</p>
		);
	}
	const { before = baseline, after } = effectOf(operation, item) ?? {};
	const requested = requestedLabels(after ?? before) || "nothing";
	if (!after && operation.kind !== "change") return <p className="text-muted">Asks for {requested}</p>;
	const acts = inCatalogueOrder(
		ownChanges(operation, item).map((each) => ({ ...each, part: elementPart(each.name) })),
	).map((each) => ({ name: each.name, ...elementChange(each, each.name) }));
	const isRemoval = acts.every(({ verb }) => verb === "remove");
	return (
		<div className="grid gap-1">
			<PrintChange before={printOf(before)} after={printOf(after ?? before)} />
			<p className={after ? undefined : "text-muted"}>
				{acts.map(({ name, verb, rest }) => (
					<Fragment key={name}>
						{verb === "remove" ? <del>− {rest}</del> : verb === "add" ? <ins>+ {rest}</ins> : rest}{" "}
					</Fragment>
				))}
				{acts.length > 0 ? "· " : null}
				{after && isRemoval ? "leaves" : "asks for"} {requested}
			</p>
		</div>
	);
}
