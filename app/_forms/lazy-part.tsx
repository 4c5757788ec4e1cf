"use client";

import { useState } from "react";

/** Loads a part of a page. The function itself is the key, so it must be the same at every call. */
export type LoadPart<Part> = () => Promise<Part>;

const loaded = new Map<LoadPart<unknown>, unknown>();
const loading = new Map<LoadPart<unknown>, Promise<unknown>>();

/** The part if it is loaded already, else null. */
export function loadedPart<Part>(load: LoadPart<Part>): Part | null {
	return (loaded.get(load) as Part | undefined) ?? null;
}

/**
 * Loads a part unless it is loaded; concurrent calls share one request. A failure is not remembered: the next call tries
 * again.
 * @returns null where loading failed
 */
export async function loadPart<Part>(load: LoadPart<Part>): Promise<Part | null> {
	if (!loaded.has(load)) {
		const request =
			loading.get(load) ??
			Promise.resolve()
				.then(load)
				.then((part) => loaded.set(load, part))
				// The browser's console logs the script that is missing.
				.catch(() => {})
				.finally(() => loading.delete(load));
		loading.set(load, request);
		await request;
	}
	return loadedPart(load);
}

type State<Part> = {
	/** Null until it is loaded. Once loaded, it is available at once wherever it is used next. */
	part: Part | null;
	isLoading: boolean;
	/** Loading failed. Stays true during a retry, until the part is loaded. */
	isMissing: boolean;
};

export type LazyPart<Part> = State<Part> & {
	/** Loads it unless it is loaded; null where that failed. Another call tries again. */
	request: () => Promise<Part | null>;
};

/**
 * A part of a form that is loaded on request. A failure is a state that is shown, see `lazy-place.tsx`: nothing is thrown,
 * so neither the page nor what was typed is lost.
 * @param load one function for all renders, declared beside the component: `const loadPreview = () => import("…")`
 */
export function useLazyPart<Part>(load: LoadPart<Part>): LazyPart<Part> {
	const [state, setState] = useState<State<Part>>(() => ({
		part: loadedPart(load),
		isLoading: false,
		isMissing: false,
	}));

	async function request(): Promise<Part | null> {
		if (state.part !== null) return state.part;
		setState((now) => ({ ...now, isLoading: now.part === null }));
		const part = await loadPart(load);
		setState({ part, isLoading: false, isMissing: part === null });
		return part;
	}

	return { ...state, request };
}

type LazyNoteProps = {
	lazy: LazyPart<unknown>;
	/** What is loaded, as the beginning of a sentence: "The search". */
	what: string;
	/** Requests it again. That removes the button, so the focus has to be moved first. */
	onRetry: () => void;
};

/** In a dialog whose content is loaded lazily: that it is loading, or could not be loaded. */
export function LazyNote({ lazy: { isLoading, isMissing }, what, onRetry }: LazyNoteProps) {
	return (
		<div className="grid justify-items-start text-sm">
			<p role="status" className="text-muted">
				{isLoading ? "Loading…" : `${what} could not be loaded.`}
			</p>
			{isMissing && !isLoading ? (
				<button type="button" onClick={onRetry} className="min-h-8 text-accent underline">
					Try again
				</button>
			) : null}
		</div>
	);
}
