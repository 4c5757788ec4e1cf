import { z } from "zod";
import { textLength } from "@/lib/contract/limits";
import { isJsonObject } from "@/lib/contract/safe-object";
import { Refusal } from "../http/refusal";
import { UNREADABLE_TEXT } from "../passwords/password-rules";

export const NAME_LENGTH_MAX = 300;
const PICTURE_LENGTH_MAX = 2048;
export const USERNAME_LENGTH_MAX = 128;
const METADATA_PROPERTIES_MAX = 10;
const METADATA_VALUE_LENGTH_MAX = 500;
/** At most 64 characters before the @ and 254 in all (RFC 5321 section 4.5.3.1); no spaces, controls or broken text. */
const ADDRESS = /^(?=.{3,254}$)[^\s@\p{Cc}\p{Cs}\u{fffd}]{1,64}@[^\s@\p{Cc}\p{Cs}\u{fffd}]+$/u;

const profileFields = {
	name: text(),
	given_name: text(),
	family_name: text(),
	nickname: text(),
	picture: z
		.string()
		.refine(isPicture, `must be an http or https URL of at most ${PICTURE_LENGTH_MAX} characters.`)
		.optional(),
	username: text(USERNAME_LENGTH_MAX),
	user_metadata: z
		.string()
		.transform(parsed)
		.pipe(
			z.custom<Record<string, string>>(
				isMetadata,
				`must be an object of at most ${METADATA_PROPERTIES_MAX} texts of at most ${METADATA_VALUE_LENGTH_MAX} characters.`,
			),
		)
		.optional(),
};
const profileSchema = z.object(profileFields);

/** The profile that a user gives at the sign-up. */
export type Profile = z.infer<typeof profileSchema>;

/**
 * Reads the profile of a sign-up; fields without a value are omitted.
 * @throws 400 invalid_signup on the first field that is not accepted
 */
export function readProfile(form: URLSearchParams): Profile {
	const given = Object.keys(profileFields).map((field) => [field, form.get(field) || undefined]);
	const { data, error } = profileSchema.safeParse(Object.fromEntries(given));
	if (data) return data;
	const [issue] = error.issues;
	throw badRequest("invalid_signup", `${String(issue?.path[0])} ${issue?.message}`);
}

/** In the shape of this interface's `BadRequestError`. */
export function badRequest(code: string, description: string): Refusal {
	return new Refusal(400, code, description, { body: { name: "BadRequestError", code, description, statusCode: 400 } });
}

function text(lengthMax = NAME_LENGTH_MAX) {
	return z
		.string()
		.refine((value) => textLength(value) <= lengthMax, `must have at most ${lengthMax} characters.`)
		.refine((value) => !UNREADABLE_TEXT.test(value), "must not contain control characters or broken ones.")
		.optional();
}

function isMetadata(value: unknown): value is Record<string, string> {
	if (!isJsonObject(value)) return false;
	const entries = Object.entries(value);
	return entries.length <= METADATA_PROPERTIES_MAX && entries.flat().every(isMetadataText);
}

function isMetadataText(text: unknown): boolean {
	return typeof text === "string" && textLength(text) <= METADATA_VALUE_LENGTH_MAX && !UNREADABLE_TEXT.test(text);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

export function isPicture(text: string): boolean {
	if (text.length > PICTURE_LENGTH_MAX || /[\s"<>\\]/.test(text) || UNREADABLE_TEXT.test(text)) return false;
	return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}

/**
 * An address that an account may have, without the spaces around it; null where it is invalid. Invalid is also one that
 * only looks like another (a Kelvin sign in place of a K): both would be the same account.
 */
export function accountAddress(typed: string): string | null {
	const address = typed.trim();
	return ADDRESS.test(address) && address.normalize("NFKC") === address ? address : null;
}

/** White space, controls, and what nobody sees: joiners, fillers, marks of direction. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/u;

/** Whether an address has white space within it, or a character that nobody sees. @param typed with spaces around it */
export function hasUnseen(typed: string): boolean {
	return UNSEEN.test(typed.trim()) || typed.includes("\ufeff");
}

/** An address for a new account, as `accountAddress`: all of it is seen. */
export function newAddress(typed: string): string | null {
	return hasUnseen(typed) ? null : accountAddress(typed);
}
