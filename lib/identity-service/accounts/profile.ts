import { isJsonObject } from "@/lib/contract/safe-object";
import { textLength } from "@/lib/contract/text-length";
import { UNREADABLE_TEXT } from "../passwords/unreadable-text";

export const NAME_LENGTH_MAX = 300;
const PICTURE_LENGTH_MAX = 2048;
export const USERNAME_LENGTH_MAX = 128;
const METADATA_PROPERTIES_MAX = 10;
const METADATA_VALUE_LENGTH_MAX = 500;

const NAMES = ["name", "given_name", "family_name", "nickname"] as const;

/** What somebody who signs up may say about themselves. */
export type Profile = { [Field in (typeof NAMES)[number] | "picture" | "username"]?: string } & {
	user_metadata?: Record<string, string>;
};

/**
 * Reads the profile of a sign-up.
 * @returns the fields that were given, or why one of them cannot be taken
 */
export function readProfile(form: URLSearchParams): { profile: Profile } | { problem: string } {
	const profile: Profile = {};
	for (const field of NAMES) {
		const value = form.get(field);
		if (!value) continue;
		const problem = textProblem(value);
		if (problem) return { problem: `${field} ${problem}` };
		profile[field] = value;
	}
	const picture = form.get("picture");
	if (picture) {
		if (!isPicture(picture)) {
			return { problem: `picture must be an http or https address of at most ${PICTURE_LENGTH_MAX} characters.` };
		}
		profile.picture = picture;
	}
	const username = form.get("username");
	if (username) {
		const problem = textProblem(username, USERNAME_LENGTH_MAX);
		if (problem) return { problem: `username ${problem}` };
		profile.username = username;
	}
	const text = form.get("user_metadata");
	if (text) {
		const metadata = metadataOf(text);
		if (!metadata) return { problem: METADATA_PROBLEM };
		profile.user_metadata = metadata;
	}
	return { profile };
}

const METADATA_PROBLEM = `user_metadata must be an object of at most ${METADATA_PROPERTIES_MAX} texts of at most ${METADATA_VALUE_LENGTH_MAX} characters.`;

function metadataOf(text: string): Record<string, string> | null {
	const value = parsed(text);
	if (!isJsonObject(value)) return null;
	const entries = Object.entries(value);
	const isKept = ([name, each]: [string, unknown]) =>
		typeof each === "string" && [name, each].every((one) => textProblem(one, METADATA_VALUE_LENGTH_MAX) === null);
	return entries.length <= METADATA_PROPERTIES_MAX && entries.every(isKept)
		? (Object.fromEntries(entries) as Record<string, string>)
		: null;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

function textProblem(text: string, lengthMax = NAME_LENGTH_MAX): string | null {
	if (textLength(text) > lengthMax) return `must have at most ${lengthMax} characters.`;
	return UNREADABLE_TEXT.test(text) ? "must not hold control characters or broken ones." : null;
}

export function isPicture(text: string): boolean {
	if (text.length > PICTURE_LENGTH_MAX || /[\s"<>\\]/.test(text) || UNREADABLE_TEXT.test(text)) return false;
	return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}
