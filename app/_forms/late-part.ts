"use client";

import { useState } from "react";

/** Loads a part of a page. It is told apart by the function itself, so that must be one and the same at every call. */
export type LoadPart<Part> = () => Promise<Part>;

const arrived = new Map<LoadPart<unknown>, unknown>();
const underWay = new Map<LoadPart<unknown>, Promise<unknown>>();

/** The part if it has arrived already, else null. */
export function arrivedPart<Part>(load: LoadPart<Part>): Part | null {
	return (arrived.get(load) as Part | undefined) ?? null;
}

/**
 * Loads a part unless it is there; those who ask meanwhile wait for the same answer. A failure is not kept: the next
 * call starts anew.
 * @returns null when it did not arrive
 */
export async function loadPart<Part>(load: LoadPart<Part>): Promise<Part | null> {
	if (!arrived.has(load) && !underWay.has(load)) {
		underWay.set(
			load,
			keep(load).finally(() => underWay.delete(load)),
		);
	}
	await underWay.get(load);
	return arrivedPart(load);
}

/** Never rejects: whoever needs the part asks whether it is there. */
async function keep<Part>(load: LoadPart<Part>): Promise<void> {
	try {
		arrived.set(load, await load());
	} catch {
		// The browser's own console names the script that is missing.
	}
}

type State<Part> = {
	/** Null until it has arrived. What has arrived once is there at once wherever it is used next. */
	part: Part | null;
	isLoading: boolean;
	/** It was asked for and did not arrive. Stays true while it is asked for again, and until it is there. */
	isMissing: boolean;
};

export type LatePart<Part> = State<Part> & {
	/** Loads it unless it is there, and answers null when it did not arrive; asking again starts anew. */
	request: () => Promise<Part | null>;
};

/**
 * A part of a form that is loaded when it is asked for. One that does not arrive is a state to be told, see
 * `late-place.tsx`: nothing is thrown, so neither the page nor what was typed is lost.
 * @param load one function for all renders, declared beside the component: `const loadPreview = () => import("…")`
 */
export function useLatePart<Part>(load: LoadPart<Part>): LatePart<Part> {
	const [state, setState] = useState<State<Part>>(() => ({
		part: arrivedPart(load),
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
