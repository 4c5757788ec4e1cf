"use client";

import { useState } from "react";
import { arrivedPart, type LoadPart, loadPart } from "@/app/_forms/load-part";

type State<Part> = {
	/** Null until it has arrived. What has arrived once is there at once wherever it is used next. */
	part: Part | null;
	isLoading: boolean;
	/** It was asked for and did not arrive. Stays true while it is asked for again, and until it is there. */
	isMissing: boolean;
};

export type LatePart<Part> = State<Part> & {
	/** Loads it unless it is there, and answers null when it did not arrive; asking again starts anew. */
	ask: () => Promise<Part | null>;
};

/**
 * A part of a form that is loaded when it is asked for. One that does not arrive is a state to be told, see
 * `late-place.tsx` and `late-notice.tsx`: nothing is thrown, so neither the page nor what was typed is lost.
 * @param load one function for all renders, declared beside the component: `const loadPreview = () => import("…")`
 */
export function useLatePart<Part>(load: LoadPart<Part>): LatePart<Part> {
	const [state, setState] = useState<State<Part>>(() => ({
		part: arrivedPart(load),
		isLoading: false,
		isMissing: false,
	}));

	async function ask(): Promise<Part | null> {
		if (state.part !== null) return state.part;
		setState((now) => ({ ...now, isLoading: now.part === null }));
		const part = await loadPart(load);
		setState({ part, isLoading: false, isMissing: part === null });
		return part;
	}

	return { ...state, ask };
}
