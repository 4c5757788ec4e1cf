"use client";

import { useRef, useState } from "react";
import { useLatePart } from "@/app/_forms/late-part";
import { readJson } from "@/app/_forms/read-json";
import { Button } from "@/components/ui/button";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { MetadataRow } from "./rows/metadata-rows";

/** Keys to choose from. Buttons, and no list of the input's own: that would turn the text field into a combobox. */
export function KeySuggestions({ keys, onUse }: { keys: string[]; onUse: (key: string) => void }) {
	if (keys.length === 0) return null;
	return (
		<fieldset className="mt-4">
			<legend className="mb-1.5 text-sm text-muted">Keys on other tokens of this user</legend>
			<div className="flex flex-wrap gap-2">
				{keys.map((key) => (
					<Button key={key} type="button" aria-label={`Use ${key} as a key`} onClick={() => onUse(key)}>
						<code className="max-w-60 truncate text-xs">{key}</code>
					</Button>
				))}
			</div>
		</fieldset>
	);
}

const noResponse: Problem = { title: "No answer", message: "The console could not be reached." };

const loadRules = () => import("./rows/keys-in-use");

/**
 * The metadata keys on the user's other tokens. They are asked for when a key is about to be typed, until they have
 * come. Nothing is said where they don't: the editor is whole without suggestions.
 */
export function useKeysInUse(userId: string | null, tokenId: string) {
	const rules = useLatePart(loadRules);
	const [keys, setKeys] = useState<string[]>([]);
	const isRequested = useRef(false);

	async function request() {
		if (isRequested.current || !userId) return;
		isRequested.current = true;
		const [part, found] = await Promise.all([rules.request(), fetchKeys(userId, tokenId)]);
		if (found) setKeys(found);
		isRequested.current = part !== null && found !== null;
	}

	return {
		/** Answers at once: what is asked for comes after the frame that shows where the cursor is. */
		request: () => requestAnimationFrame(() => setTimeout(request)),
		/** By row: the key that was probably meant. */
		nearMisses: (rows: readonly MetadataRow[]) => rules.part?.nearMisses(rows, keys) ?? [],
		suggested: (rows: readonly MetadataRow[], typed: string) => rules.part?.suggestedKeys(rows, keys, typed) ?? [],
	};
}

/** Null where no usable answer came. */
async function fetchKeys(userId: string, tokenId: string): Promise<string[] | null> {
	const query = new URLSearchParams({ user: userId, token: tokenId });
	const answer = await readJson<{ keys?: string[] }>(`/api/console/refresh-tokens/keys-in-use?${query}`, {
		noResponse,
	});
	return "keys" in answer && Array.isArray(answer.keys) ? answer.keys : null;
}
