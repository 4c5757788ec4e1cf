/** Names of the controls of “Try it” in the template's form. They post with it and are no part of the template. */
export const TRY_IT_FIELDS = [
	"licence",
	"rules",
	"retain",
	"authority",
	"response",
	"session",
	"origin",
	"nonce",
	"key",
	"encryptionInfo",
	"clientId",
	"responseUri",
	"transcript",
	"privateKey",
	"date",
	"root",
] as const;

export type TryItField = (typeof TRY_IT_FIELDS)[number];

/** What was typed and chosen, as it was. A control that was not posted is empty. */
export type TryItInput = Record<TryItField, string>;

/** In the form a name has this before it. */
const PREFIX = "try-";

/** The name of a field's control, and its id. */
export function controlName(field: TryItField): string {
	return PREFIX + field;
}

/** What the controls of a form hold. */
export function tryItInput(form: FormData): TryItInput {
	const entries = TRY_IT_FIELDS.map((field) => [field, String(form.get(controlName(field)) ?? "")]);
	return Object.fromEntries(entries) as TryItInput;
}
