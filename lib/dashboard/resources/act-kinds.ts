/**
 * The acts that a reason is asked for: by the names of the setting `REASON_REQUIRED`, each as the beginning of "… needs a
 * reason". `request-more` is a save of a template that requests an attribute which it did not request before.
 */
export const actKinds = {
	end: "Ending sessions",
	revoke: "Revoking tokens",
	block: "Blocking and unblocking users",
	delete: "Deleting",
	rotate: "Changing secrets",
	"request-more": "Requesting more attributes",
} as const;

/** The form field with a reason, and its length in characters. */
export const REASON_FIELD = "reason";
export const REASON_LENGTH_MAX = 200;

export type ActKind = keyof typeof actKinds;

export const ACT_KINDS = Object.keys(actKinds) as ActKind[];

export function isActKind(text: string): text is ActKind {
	return Object.hasOwn(actKinds, text);
}

/** Whether a save requests an attribute that was not requested before. @param before undefined: it is not known, or new */
export function requestsMore(
	before: Readonly<Record<string, unknown>> | undefined,
	after: Readonly<Record<string, unknown>> | undefined,
): boolean {
	return Object.entries(after ?? {}).some(([name, value]) => value === true && before?.[name] !== true);
}
