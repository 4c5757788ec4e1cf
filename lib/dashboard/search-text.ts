import { textLength } from "@/lib/contract/limits";

/** Of what is searched for or filtered by, anywhere. No name, e-mail address or identifier is longer. */
export const SEARCH_LENGTH_MAX = 300;

/** Why a text is not searched for, to be shown on its field; null: it is. */
export function searchFault(text: string): string | null {
	return textLength(text) > SEARCH_LENGTH_MAX ? `At most ${SEARCH_LENGTH_MAX} characters can be searched for.` : null;
}

/** A text as the value of a parameter; half of a surrogate pair, which none can hold, as U+FFFD. */
export function searchParameter(text: string): string {
	return encodeURIComponent(text.toWellFormed());
}
