"use client";

import { createContext, type ReactNode, use, useCallback, useEffect, useState } from "react";

/** How many things wait for the user at an entry of the navigation, and the same in words. */
export type Waiting = { count: number; words: string };

const WaitingContext = createContext<Waiting | null>(null);
const NoteContext = createContext((_: Waiting) => {});

/** @param of the number when the frame was rendered: the frame stays while pages follow one another */
export function WaitingCount({ of, children }: { of: Waiting; children: ReactNode }) {
	const [noted, setNoted] = useState({ of, waiting: of });
	if (noted.of !== of) setNoted({ of, waiting: of });
	const note = useCallback((waiting: Waiting) => setNoted((before) => ({ ...before, waiting })), []);
	return (
		<NoteContext value={note}>
			<WaitingContext value={noted.waiting}>{children}</WaitingContext>
		</NoteContext>
	);
}

/** On a page that tells the number: the navigation shows the same. */
export function NoteWaiting({ count, words }: Waiting) {
	const note = use(NoteContext);
	useEffect(() => note({ count, words }), [note, count, words]);
	return null;
}

/** Beside the entry's text; nothing where nothing waits. */
export function WaitingBadge() {
	const waiting = use(WaitingContext);
	if (!waiting || waiting.count === 0) return null;
	return (
		<span className="badge tone-accent">
			<span aria-hidden="true">{waiting.count.toLocaleString("en")}</span>
			<span className="sr-only">{waiting.words}</span>
		</span>
	);
}
