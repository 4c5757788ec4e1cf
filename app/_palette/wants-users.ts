import { pastedPlace } from "./pasted-place";

const TEXT_LENGTH_MIN = 2;

/** Whether a text may mean a user: each search is a call of the tenant, and a template's or token's id is nobody's. */
export function wantsUsers(typed: string): boolean {
	const text = typed.trim();
	return text.length >= TEXT_LENGTH_MIN && (/[@|]/.test(text) || pastedPlace(text) === null);
}
