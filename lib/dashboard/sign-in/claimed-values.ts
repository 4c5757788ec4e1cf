/** A list with more members gives no role. */
const MEMBERS_MAX = 1000;
/** In UTF-8, all together. */
const BYTES_MAX = 64 * 1024;

/**
 * The texts of one claim: a text, or a list of texts alone. Nothing is trimmed, split or folded.
 * @param claims of a verified ID token
 * @returns none where the claim is missing, of another form, or too large
 */
export function claimedValues(claims: unknown, name: string): string[] {
	if (typeof claims !== "object" || claims === null || !Object.hasOwn(claims, name)) return [];
	const claim: unknown = Reflect.get(claims, name);
	const texts: unknown[] = Array.isArray(claim) ? claim : [claim];
	if (texts.length > MEMBERS_MAX || !texts.every((text) => typeof text === "string")) return [];
	const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
	return bytes > BYTES_MAX ? [] : [...new Set(texts)];
}
