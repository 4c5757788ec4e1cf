const NAME_LENGTH_MAX = 300;
const PICTURE_LENGTH_MAX = 2048;

/** Control characters, lone surrogates, and what stands for bytes that were no text. */
const UNREADABLE = /[\p{Cc}\p{Cs}\u{fffd}]/u;

const NAMES = ["name", "given_name", "family_name", "nickname"] as const;

/** What somebody who signs up may say about themselves. */
export type Profile = { [Field in (typeof NAMES)[number] | "picture"]?: string };

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
	for (const field of ["username", "user_metadata"]) {
		if (form.get(field)) return { problem: `${field} is not kept by this service. Leave it out.` };
	}
	return { profile };
}

function textProblem(text: string): string | null {
	if ([...text].length > NAME_LENGTH_MAX) return `must have at most ${NAME_LENGTH_MAX} characters.`;
	return UNREADABLE.test(text) ? "must not hold control characters or broken ones." : null;
}

function isPicture(text: string): boolean {
	if (text.length > PICTURE_LENGTH_MAX || /[\s"<>\\]/.test(text) || UNREADABLE.test(text)) return false;
	return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}
