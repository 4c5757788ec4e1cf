import "server-only";
import { cache } from "react";
import { JSON_DEPTH_MAX } from "@/lib/contract/json-depth";
import type { ServiceResponse } from "../../http/request";
import { inShort, NAMES_MAX } from "../../in-short";
import { logger } from "../../logger";
import { currentCall } from "./call-context";

/** Per page that is rendered. */
const notesOfRequest = cache((): Set<string> => new Set());

/** Anomalies of the service's responses to this page: sentences to show before anything is saved. */
export function responseNotes(): string[] {
	return [...notesOfRequest()];
}

/**
 * Records what is lost when a response is parsed: invalid UTF-8, and duplicate keys.
 * @param response in valid JSON
 * @throws SyntaxError where it is nested too deep
 */
export function noteAnomalies({ text, isDamaged }: ServiceResponse): void {
	const notes = isDamaged
		? ["The service's answer is not valid UTF-8: where it is not, “\uFFFD” is shown, and saving would write just that."]
		: [];
	const keys = duplicateKeys(text);
	for (const key of keys.slice(0, NAMES_MAX)) {
		notes.push(
			`The service's answer holds the key “${inShort(key)}” more than once: only the last value is shown, and saving keeps just that one.`,
		);
	}
	if (keys.length > NAMES_MAX) notes.push(`The same holds for ${keys.length - NAMES_MAX} more keys.`);
	for (const note of notes) notesOfRequest().add(note);
	if (notes.length > 0) logger.warn({ reference: currentCall()?.reference, isDamaged }, "an odd answer of the service");
}

/** A text that ends within quotes is matched to its end: the search does not begin again at each of its quotes. */
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)(?:\s*:)?|[{}[\]]/g;

/**
 * Duplicate keys in any object of a JSON text, which has to be valid. `JSON.parse` silently keeps the last value, so
 * saving such an object would lose data.
 * @throws SyntaxError where it is nested too deep for what walks it
 */
export function duplicateKeys(text: string): string[] {
	const open: (Set<string> | null)[] = [];
	const found = new Set<string>();
	for (const [token] of text.matchAll(TOKEN)) {
		if (open.length > JSON_DEPTH_MAX) throw new SyntaxError("nested too deep");
		if (token === "{") open.push(new Set());
		else if (token === "[") open.push(null);
		else if (token === "}" || token === "]") open.pop();
		else if (token.endsWith(":")) {
			const key: string = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1));
			const keys = open.at(-1);
			if (keys?.has(key)) found.add(key);
			keys?.add(key);
		}
	}
	return [...found];
}
