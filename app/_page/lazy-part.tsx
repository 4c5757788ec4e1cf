"use client";

import { useState } from "react";

/** Loads a part of a page. The function itself is the key, so it must be the same at every call. */
type LoadPart<Part> = () => Promise<Part>;

const loaded = new Map<LoadPart<unknown>, unknown>();

/** The part if it is loaded already, else null. */
export function loadedPart<Part>(load: LoadPart<Part>): Part | null {
	return (loaded.get(load) as Part | undefined) ?? null;
}

/**
 * Loads a part unless it is loaded. A failure is not remembered: the next call tries again.
 * @returns null where loading failed
 */
export async function loadPart<Part>(load: LoadPart<Part>): Promise<Part | null> {
	try {
		if (!loaded.has(load)) loaded.set(load, await load());
	} catch {
		// The browser's console logs the script that is missing.
	}
	return loadedPart(load);
}

/**
 * A part of a form that is loaded on request. A failure is a state that is shown, see `lazy-place.tsx`: nothing is thrown,
 * so neither the page nor what was typed is lost.
 * @param load one function for all renders, declared beside the component: `const loadPreview = () => import("…")`
 */
export function useLazyPart<Part extends object>(load: LoadPart<Part>) {
	const [part, setPart] = useState(() => loadedPart(load));
	const [isLoading, setLoading] = useState(false);
	const [failures, setFailures] = useState(0);
	return {
		/** Null until it is loaded. Once loaded, it is available at once wherever it is used next. */
		part,
		isLoading,
		/** How often it could not be loaded; 0 once it is. */
		failures,
		/** Loads it unless it is loaded; null where that failed. Another call tries again. */
		async request(): Promise<Part | null> {
			setLoading(part === null);
			const found = await loadPart(load);
			setPart(found);
			setFailures((before) => (found ? 0 : before + 1));
			setLoading(false);
			return found;
		},
	};
}

export type LazyPart<Part extends object> = ReturnType<typeof useLazyPart<Part>>;

type LazyNoteProps = {
	lazy: LazyPart<object>;
	/** What is loaded, as the beginning of a sentence: "The search". */
	what: string;
	/** Requests it again. That removes the button, so the focus has to be moved first. */
	onRetry: () => void;
};

/** In a dialog whose content is loaded lazily: that it is loading, or could not be loaded. */
export function LazyNote({ lazy: { isLoading, failures }, what, onRetry }: LazyNoteProps) {
	return (
		<div className="grid justify-items-start text-sm">
			<p role="status" className="text-muted">
				{isLoading ? "Loading…" : `${what} could not be loaded.`}
			</p>
			{failures > 0 && !isLoading ? (
				<button type="button" onClick={onRetry} className="min-h-8 text-accent underline">
					Try again
				</button>
			) : null}
		</div>
	);
}
