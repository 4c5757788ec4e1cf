// Drafts of the editors that share this room; others have keys of their own.
const PREFIX = /^(template|application|connection)-draft /;

/**
 * The key of a draft in the session storage: one person's, for one thing or for the one to come.
 */
export function draftKey(kind: DraftKind, subject: string, id: string | undefined): string {
	return `${kind}-draft ${id ?? "new"} ${subject}`;
}

export type DraftKind = "template" | "application" | "connection";

export function isDraftKey(key: string): boolean {
	return PREFIX.test(key);
}
