"use client";

import { useRef, useState } from "react";
import { useLazyPart } from "@/app/_forms/lazy-part";
import { readJson } from "@/app/_forms/read-json";
import { Button } from "@/components/ui/button";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { MetadataResource } from "@/lib/dashboard/resources/resources";
import type { MetadataRow } from "./rows/metadata-rows";

type KeySuggestionsProps = {
	what: string;
	keys: string[];
	onUse: (key: string) => void;
};

/** Keys to choose from. Buttons rather than a datalist, which would turn the text field into a combobox. */
export function KeySuggestions({ what, keys, onUse }: KeySuggestionsProps) {
	if (keys.length === 0) return null;
	return (
		<fieldset className="mt-4">
			<legend className="mb-1.5 text-sm text-muted">Keys on other {what} of this user</legend>
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
 * The metadata keys on the user's other resources of the kind, requested when a key input gets the focus, until a request succeeds. Failures
 * are not reported: the editor works without suggestions.
 */
export function useKeysInUse(resource: MetadataResource, id: string, userId: string | null) {
	const rules = useLazyPart(loadRules);
	const [keys, setKeys] = useState<string[]>([]);
	const isRequested = useRef(false);

	async function request() {
		if (isRequested.current || !userId) return;
		isRequested.current = true;
		const [part, found] = await Promise.all([rules.request(), fetchKeys(resource, id, userId)]);
		if (found) setKeys(found);
		isRequested.current = part !== null && found !== null;
	}

	return {
		/** Returns at once: the request is sent after the frame that shows the cursor. */
		request: () => requestAnimationFrame(() => setTimeout(request)),
		/** The key that was probably meant, by row. */
		nearMisses: (rows: readonly MetadataRow[]) => rules.part?.nearMisses(rows, keys) ?? [],
		suggested: (rows: readonly MetadataRow[], typed: string) => rules.part?.suggestedKeys(rows, keys, typed) ?? [],
	};
}

/** Null without a usable response. */
async function fetchKeys(resource: MetadataResource, id: string, userId: string): Promise<string[] | null> {
	const query = new URLSearchParams({ resource, user: userId, except: id });
	const response = await readJson<{ keys?: string[] }>(`/api/console/keys-in-use?${query}`, { noResponse });
	return "keys" in response && Array.isArray(response.keys) ? response.keys : null;
}
