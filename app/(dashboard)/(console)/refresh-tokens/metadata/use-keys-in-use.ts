"use client";

import { useRef, useState } from "react";
import type { MetadataRow } from "./metadata-rows";

type Known = { keys: string[]; rules: typeof import("./keys-in-use") };

/** The metadata keys on the user's other tokens. They are asked for once, when a key is about to be typed. */
export function useKeysInUse(userId: string | null, tokenId: string) {
	const [known, setKnown] = useState<Known | null>(null);
	const isAsked = useRef(false);

	async function ask() {
		if (isAsked.current || !userId) return;
		isAsked.current = true;
		try {
			const query = new URLSearchParams({ user: userId, token: tokenId });
			const [rules, answer] = await Promise.all([
				import("./keys-in-use"),
				fetch(`/api/console/refresh-tokens/keys-in-use?${query}`),
			]);
			setKnown({ keys: ((await answer.json()) as { keys: string[] }).keys, rules });
		} catch {
			// The editor is whole without suggestions.
		}
	}

	return {
		/** Answers at once: what is asked for comes after the frame that shows where the cursor is. */
		ask: () => requestAnimationFrame(() => setTimeout(ask)),
		/** By row: the key that was probably meant. */
		nearMisses: (rows: readonly MetadataRow[]) => (known ? known.rules.nearMisses(rows, known.keys) : []),
		suggested: (rows: readonly MetadataRow[], typed: string) =>
			known ? known.rules.suggestedKeys(rows, known.keys, typed) : [],
	};
}
