import type { Insertable } from "kysely";
import { statementParts } from "./rows";
import type { IdentityServiceDatabase, UserTable } from "./schema";

/** Of a row's text, in code points: longer words are told apart by the user's own values. */
const WORD_LENGTH_MAX = 32;
const SORT_NAME_LENGTH_MAX = 40;
/** The shortest part of a word that is found inside of it; its end may be shorter, as in "jo@example.org" of "majo@example.org". */
export const PART_LENGTH_MIN = 3;

/** What a user is found by, beside phone numbers. */
export type SearchedUser = Pick<
	Insertable<UserTable>,
	"user_id" | "name" | "email" | "given_name" | "family_name" | "nickname" | "username"
>;

/**
 * A text as it is compared without regard to case: composed, and with the simple cases of Unicode's case folding, so that
 * "STRASSE" equals "Straße", "ΟΔΟΣ" "οδος" and "İ" "i". Letters with and without diacritics stay different, as they are to
 * the vendor's search.
 */
export function folded(text: string): string {
	if (/^[ -~]*$/.test(text)) return text.toLowerCase();
	const lower = text.normalize("NFC").toUpperCase().toLowerCase();
	return lower.replaceAll("ς", "σ").replaceAll("i\u0307", "i").normalize("NFC");
}

/** Words end at white space, punctuation and signs as in "sam+license". */
export const BETWEEN_WORDS = /[\s\p{P}\p{Z}\p{Sm}]+/u;

/** The beginning of a folded word that a row has. */
export function shortened(word: string): string {
	return word.length <= WORD_LENGTH_MAX ? word : Array.from(word).slice(0, WORD_LENGTH_MAX).join("");
}

type UserWord = { word: string; inside: 0 | 1 };

/** The words of some values, and the parts of each that begin later in it. */
function wordsOf(values: readonly (string | null | undefined)[]): UserWord[] {
	const words = new Set(values.flatMap((value) => folded(value ?? "").split(BETWEEN_WORDS)).filter(Boolean));
	const begun = new Set([...words].map(shortened));
	const parts = new Set<string>();
	for (const word of words) {
		const characters = Array.from(word);
		for (let start = 1; start < characters.length; start += 1) {
			const part = characters.slice(start, start + WORD_LENGTH_MAX).join("");
			if (!begun.has(part)) parts.add(part);
		}
	}
	return [
		...Array.from(begun, (word) => ({ word, inside: 0 as const })),
		...Array.from(parts, (word) => ({ word, inside: 1 as const })),
	];
}

/** Makes users findable by their present values. To be called in the transaction that writes them, or a phone number. */
export async function indexUsers(transaction: IdentityServiceDatabase, users: readonly SearchedUser[]): Promise<void> {
	for (const some of statementParts(users)) {
		const ids = some.map(({ user_id }) => user_id);
		const phones = await transaction.selectFrom("user_phones").selectAll().where("user_id", "in", ids).execute();
		const rows = some.flatMap((user) => {
			const { user_id, name, email, given_name, family_name, nickname, username } = user;
			const numbers = phones.filter((phone) => phone.user_id === user_id).map(({ phone_number }) => phone_number);
			const sort_name = Array.from(folded(name)).slice(0, SORT_NAME_LENGTH_MAX).join("");
			const words = wordsOf([name, email, given_name, family_name, nickname, username, ...numbers]);
			return words.map((word) => ({ ...word, sort_name, user_id }));
		});
		await transaction.deleteFrom("user_words").where("user_id", "in", ids).execute();
		for (const values of statementParts(rows)) {
			await transaction
				.insertInto("user_words")
				.values(values)
				.onConflict((conflict) => conflict.doNothing())
				.execute();
		}
	}
}
