import { resources } from "@/lib/dashboard/resources/resources";

/** The shortest text that may be an identifier of another form. */
const LENGTH_MIN = 12;

/**
 * Whether a text may be an identifier of another form, of a token, a session or an application: it is random, so letters and digits, or lower and upper case,
 * alternate more often than in a name, an address or a word followed by a year.
 */
export function mayBeId(text: string): boolean {
	if (resources["refresh token"].idForm.test(text)) return true;
	if (text.length < LENGTH_MIN || !/^[\w-]+$/.test(text) || !/[A-Za-z]/.test(text)) return false;
	const between = text.match(/(?<=[A-Za-z])(?=\d)|(?<=\d)(?=[A-Za-z])/g) ?? [];
	const within = text.match(/(?<=[a-z])(?=[A-Z])/g) ?? [];
	return between.length >= 2 || within.length >= 3;
}
