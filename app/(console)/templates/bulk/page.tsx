import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { obstacleTo } from "@/app/_page/notices";
import { UnreadPart } from "@/app/_page/unread";
import { ButtonLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { SelectField } from "@/components/ui/select-field";
import { READ_WITHIN_MS } from "@/lib/dashboard/management/call/rate-pause";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { roleToPropose } from "@/lib/dashboard/proposals/rights";
import { resources } from "@/lib/dashboard/resources/resources";
import { requirePageSession } from "@/lib/dashboard/session/session";
import type { TemplateOperation } from "@/lib/dashboard/store/bulk-edit";
import { createBulkEdit, findBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import { readPurposes } from "@/lib/dashboard/store/template-purposes";
import { attributeLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { CHOSEN_TEMPLATES_MAX } from "../_list/list-query";
import { readChosenTemplates } from "./chosen-templates";
import { deletionOf } from "./import-items";
import {
	actsOf,
	backToTemplates,
	type Continued,
	fromNow,
	leftOf,
	templateActInWords,
	undoOf,
} from "./template-change";
import { elementsIn, planTemplate } from "./template-work";

export const metadata: Metadata = { title: "Change several templates · Templates" };

const back = <ButtonLink href={backToTemplates.href}>{backToTemplates.text}</ButtonLink>;

type Props = PageProps<"/templates/bulk">;

/** The list's selection leads here: to the preview, or first to the choice of an attribute. */
export default async function BulkTemplatesPage({ searchParams }: Props) {
	const query = await searchParams;
	const session = await requirePageSession(resources.template.path);
	const continued = await continuedBy(session.subject, query);
	const chosen = continued ? [...continued.kept.keys()] : [...new Set([query.template ?? []].flat())];
	const operation = continued?.operation ?? operationOf(query);
	const write = operation?.kind === "delete" ? "delete_vc_templates_by_id" : "patch_vc_templates_by_id";
	const obstacle = await obstacleTo([write], { role: session.role, towards: roleToPropose(session.role) });
	return (
		<>
			<PageHeader title={operation ? templateActInWords(operation) : "Remove an attribute from templates"} />
			{obstacle ? (
				obstacle
			) : chosen.length === 0 || chosen.length > CHOSEN_TEMPLATES_MAX ? (
				<EmptyState
					title={
						chosen.length > 0
							? `${chosen.length} templates are too many`
							: query.undo !== undefined
								? "Nothing to undo"
								: query.again !== undefined
									? "Nothing is left to change"
									: "No template was selected"
					}
				>
					{chosen.length === 0 ? null : <p>At most {CHOSEN_TEMPLATES_MAX} are changed at once.</p>}
					{back}
				</EmptyState>
			) : (
				<Chosen subject={session.subject} chosen={chosen} operation={operation} continued={continued} />
			)}
		</>
	);
}

/** What the page that leads here undoes, or previews again. */
async function continuedBy(
	subject: string,
	{ undo, again }: Awaited<Props["searchParams"]>,
): Promise<Continued | null> {
	const id = undo ?? again;
	const edit = typeof id === "string" ? await findBulkEdit(subject, id) : null;
	if (undo !== undefined && edit?.resource === "template import") return deletionOf(edit);
	if (edit?.resource !== "template") return null;
	return undo === undefined ? leftOf(edit) : undoOf(edit);
}

function operationOf(query: Awaited<Props["searchParams"]>): TemplateOperation | null {
	if (query.operation === "delete") return { kind: "delete" };
	const { attribute } = query;
	return typeof attribute === "string" && attribute !== "" ? { kind: "take-out", attribute } : null;
}

type ChosenProps = {
	subject: string;
	chosen: string[];
	operation: TemplateOperation | null;
	continued: Continued | null;
};

/**
 * Stores the preview in the console's own store and redirects there; nothing is written to the tenant. Without an operation:
 * a native form that leads to the preview.
 */
async function Chosen({ subject, chosen, operation, continued }: ChosenProps) {
	const outcome = await outcomeOf(readChosenTemplates(chosen, Date.now() + READ_WITHIN_MS), "template");
	if (outcome.problem) return <UnreadPart problem={outcome.problem} />;
	if (operation) {
		const purposes = await readPurposes(chosen);
		const isAgain = operation.kind === "change" && !operation.isUndo;
		const items = outcome.value.map((chosen) => {
			const { id, template } = chosen;
			const { changes, ...former } = continued?.kept.get(id) ?? {};
			const elements = typeof template === "string" ? null : elementsIn(template);
			const present = changes && { changes: isAgain ? fromNow(elements, changes) : changes };
			return planTemplate(chosen, operation, { ...former, ...present, purpose: purposes.get(id) });
		});
		const rest = continued?.reason === undefined ? {} : { restReason: continued.reason };
		const plan = { resource: "template" as const, operation, acts: actsOf(operation, items), ...rest };
		redirect(`/templates/bulk/${await createBulkEdit(subject, plan, items)}`);
	}
	const elements = outcome.value.flatMap(({ template }) =>
		typeof template === "string" ? [] : Object.entries(elementsIn(template) ?? {}),
	);
	const requested = elements.flatMap(([name, value]) => (value === false ? [] : [name]));
	const templates = `${chosen.length} ${chosen.length === 1 ? "template" : "templates"}`;
	const options = [...Map.groupBy(requested, (name) => name)]
		.toSorted(([, one], [, other]) => other.length - one.length)
		.map(([name, { length }]) => [name, `${attributeLabel(name)} (requested in ${length} of ${templates})`] as const);
	if (options.length === 0) {
		return (
			<EmptyState title="Nothing is requested">
				<p>None of the {templates} can be read or asks for anything.</p>
				{back}
			</EmptyState>
		);
	}
	return (
		<form action="/templates/bulk" className="grid max-w-xl gap-5">
			<input type="hidden" name="operation" value="take-out" />
			{chosen.map((id) => (
				<input key={id} type="hidden" name="template" value={id} />
			))}
			<SelectField label="Attribute" name="attribute" options={options} />
			<p className="text-sm text-muted">The next page previews each change; nothing is changed yet.</p>
			<p className="flex flex-wrap gap-3">
				<ButtonLink href={resources.template.path}>Cancel</ButtonLink>
				<Button variant="primary">Preview changes</Button>
			</p>
		</form>
	);
}
