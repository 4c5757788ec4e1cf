"use client";

import { useRef, useState } from "react";
import { readJson } from "@/app/_forms/read-json";
import { Button } from "@/components/ui/button";
import type { Problem } from "@/lib/dashboard/problem/problem";
import type { MetadataResource } from "@/lib/dashboard/resources/resources";

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

/**
 * The metadata keys on the user's other resources of the kind, requested when a key input gets the focus, until a request
 * succeeds. Failures are not reported: the editor works without suggestions.
 */
export function useKeysInUse(resource: MetadataResource, id: string, userId: string | null) {
	const [keys, setKeys] = useState<readonly string[]>([]);
	const isRequested = useRef(false);

	async function request() {
		if (isRequested.current || !userId) return;
		isRequested.current = true;
		const query = new URLSearchParams({ resource, user: userId, except: id });
		const found = await readJson<{ keys?: string[] }>(`/api/console/keys-in-use?${query}`, { noResponse });
		isRequested.current = "keys" in found && Array.isArray(found.keys);
		if ("keys" in found && Array.isArray(found.keys)) setKeys(found.keys);
	}

	return { keys, request };
}
