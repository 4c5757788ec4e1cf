import { PASSWORD_LENGTH_MIN } from "./password-length";

let list: Promise<ReadonlySet<string>> | null = null;

/**
 * Whether a password is among the 18,000 of eight characters or more that are guessed first, in any case. The list is
 * read when it is first asked for: a start needs none.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
	list ??= readList();
	return (await list).has(folded(password));
}

async function readList(): Promise<ReadonlySet<string>> {
	const { dictionary } = await import("@zxcvbn-ts/language-common");
	const longEnough = dictionary["passwords-common"].filter((password) => password.length >= PASSWORD_LENGTH_MIN);
	return new Set(longEnough.map(folded));
}

function folded(password: string): string {
	return password.normalize("NFKC").toLowerCase();
}
