import "server-only";
import { cache } from "react";
import { requestWide } from "@/lib/process/request-context";
import { outcomeOf, type Subject } from "../problem/problem-of";

export type PostedOpened<Opened> = {
	keep: (id: string, opened: Opened) => void;
	/** What the form of this request was opened on, where it is about the same thing; else null. */
	of: (id: string) => Opened | null;
};

/**
 * What a form posted of what it was opened on, for the page that follows in the same answer: where the service can't be
 * read again the page still shows the form, with what was typed and what became of it.
 */
export function postedOpened<Opened>(name: string): PostedOpened<Opened> {
	const held = requestWide<{ id: string; opened: Opened } | null>(name, () => null);
	return {
		keep: (id, opened) => held.set({ id, opened }),
		of(id) {
			const posted = held.get();
			return posted?.id === id ? posted.opened : null;
		},
	};
}

/**
 * What a page shows of a thing: its answer, or why it can't be read, and then what its form was opened on in this request.
 * Read once a request, for title and page.
 */
export function pageReader<Read, Opened>(
	read: (id: string) => Promise<Read>,
	subject: Subject,
	submitted: PostedOpened<Opened>,
) {
	return cache(async (id: string) => {
		const outcome = await outcomeOf(read(id), subject);
		return { outcome, submitted: outcome.problem && outcome.problem.about !== "missing" ? submitted.of(id) : null };
	});
}
