import { requestsMore } from "../resources/act-kinds";

/** The saves that the setting `SECOND_EDITOR` names beside attributes. */
export const SECOND_EDITOR_KINDS = ["request-more", "delete", "all"] as const;
export type SecondEditorKind = (typeof SECOND_EDITOR_KINDS)[number];

/** The field of a form by which an editor saves without the second one. */
export const EMERGENCY_FIELD = "emergency";

/** Which saves of templates need a second editor. Data: the browser judges what is typed by it. Empty: none. */
export type SecondEditorRule = { kinds: readonly SecondEditorKind[]; attributes: readonly string[] };

/** What a save does to a template; each side by the names of its parts and requested attributes. Null: there is none. */
export type SavedChange = {
	/** Undefined: not known, and so taken for a template that requests nothing. */
	before: Readonly<Record<string, unknown>> | null | undefined;
	after: Readonly<Record<string, unknown>> | null;
};

export function hasRule({ kinds, attributes }: SecondEditorRule): boolean {
	return kinds.length + attributes.length > 0;
}

/** Whether a save needs a second editor. Of a template that is deleted and created again, both count. */
export function needsSecondEditor({ kinds, attributes }: SecondEditorRule, { before, after }: SavedChange): boolean {
	if (kinds.includes("all")) return true;
	if (after === null) return kinds.includes("delete");
	if (kinds.includes("request-more") && requestsMore(before ?? undefined, after)) return true;
	return attributes.some((name) => after[name] === true && before?.[name] !== true);
}
