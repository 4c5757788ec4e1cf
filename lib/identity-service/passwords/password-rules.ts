import { textLength } from "@/lib/contract/limits";
import { PASSWORD_READ_MAX } from "./password-hash";

/** Characters are Unicode code points. No kind of character is required (NIST SP 800-63B, "Password Verifiers"). */
export const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;

/** Control characters, lone surrogates, and the replacement character of invalid bytes. */
export const UNREADABLE_TEXT = /[\p{Cc}\p{Cs}\u{fffd}]/u;

let list: Promise<ReadonlySet<string>> | null = null;

/**
 * Whether a password is among the 18,000 most common ones of eight characters or more, in any case. The list is read
 * when it is first needed, not at the start.
 */
async function isCommonPassword(password: string): Promise<boolean> {
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

/** The rules in the form's words. */
export const PASSWORD_HINT = `${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters of any kind. Not your e-mail address, and not a common password.`;

type RuleName = "short" | "long" | "unreadable" | "address" | "common";
type Rule = { code: string; message: string; format?: number[] };

/** In the order in which they are reported. */
const rules: Record<RuleName, Rule> = {
	short: {
		code: "lengthAtLeast",
		message: `At least ${PASSWORD_LENGTH_MIN} characters`,
		format: [PASSWORD_LENGTH_MIN],
	},
	long: { code: "lengthAtMost", message: `At most ${PASSWORD_LENGTH_MAX} characters`, format: [PASSWORD_LENGTH_MAX] },
	unreadable: { code: "noControlCharacters", message: "No control characters, and no broken ones" },
	address: { code: "notEmailAddress", message: "Not the e-mail address, nor the part of it before the @" },
	common: { code: "notCommon", message: "None of the passwords that are used most" },
};

/** The first rule that a new password breaks; null for a valid one. @param email of the account */
export async function brokenPasswordRule(password: string, email: string): Promise<RuleName | null> {
	const broken = await brokenRules(password, email);
	return broken[0] ?? null;
}

/** Of a password that breaks a rule. */
export const WEAK_PASSWORD = "Password is too weak";

/** The rules that a new password breaks, in the shape of this interface's `PasswordStrengthError`; null for a valid one. */
export async function passwordStrengthError(password: string, email: string) {
	const broken = await brokenRules(password, email);
	if (broken.length === 0) return null;
	const names = Object.keys(rules) as RuleName[];
	return {
		name: "PasswordStrengthError",
		code: "invalid_password",
		message: WEAK_PASSWORD,
		description: {
			rules: names.map((name) => ({ ...rules[name], verified: !broken.includes(name) })),
			verified: false,
		},
		policy: names.map((name) => `* ${rules[name].message}`).join("\n"),
		statusCode: 400,
	};
}

async function brokenRules(password: string, email: string): Promise<RuleName[]> {
	if (password.length > PASSWORD_READ_MAX) return ["long"];
	// Normalised as for hashing.
	const length = textLength(password.normalize("NFC"));
	const typed = password.trim().toLowerCase();
	const address = email.trim().toLowerCase();
	const isBroken: Record<RuleName, boolean> = {
		short: length < PASSWORD_LENGTH_MIN,
		long: length > PASSWORD_LENGTH_MAX,
		unreadable: UNREADABLE_TEXT.test(password),
		address: typed !== "" && (typed === address || typed === address.split("@")[0]),
		common: await isCommonPassword(password),
	};
	return (Object.keys(rules) as RuleName[]).filter((name) => isBroken[name]);
}
