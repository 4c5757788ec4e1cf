import "server-only";
import { cache } from "react";
import type { ServiceAnswer } from "../../http/request";
import { logger } from "../../logger";
import { currentCall } from "./call-context";

/** One list for each page that is rendered. */
const notesOfRequest = cache((): Set<string> => new Set());

/** What was odd about the service's answers to this page: sentences to show before anything is saved. */
export function answerNotes(): string[] {
	return [...notesOfRequest()];
}

/** Notices what reading an answer cannot keep: bytes that are no text, and keys that stand twice. */
export function noteOddities({ text, isDamaged }: ServiceAnswer): void {
	const notes = isDamaged
		? ["The service's answer is not valid UTF-8: where it is not, “\uFFFD” is shown, and saving would write just that."]
		: [];
	for (const key of safeDuplicates(text)) {
		notes.push(
			`The service's answer holds the key “${key}” more than once: only the last value is shown, and saving keeps just that one.`,
		);
	}
	for (const note of notes) notesOfRequest().add(note);
	if (notes.length > 0) logger.warn({ reference: currentCall()?.reference, isDamaged }, "an odd answer of the service");
}

function safeDuplicates(text: string): string[] {
	try {
		return duplicateKeys(text);
	} catch {
		return [];
	}
}

/**
 * The keys that stand twice in one object of a JSON text. `JSON.parse` keeps the last value and forgets the others
 * without a word, so saving such an object again would lose data unseen. The text has to be valid JSON.
 */
export function duplicateKeys(text: string): string[] {
	const open: (Set<string> | null)[] = [];
	const found = new Set<string>();
	for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(?:\s*:)?|[{}[\]]/g)) {
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
