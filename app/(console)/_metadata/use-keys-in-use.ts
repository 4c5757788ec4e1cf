"use client";

import { useRef, useState } from "react";
import { noAnswerToRead, readJson } from "@/app/_forms/read-json";
import type { MetadataResource } from "@/lib/dashboard/resources/resources";

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
		const found = await readJson<{ keys?: string[] }>(`/api/console/keys-in-use?${query}`, {
			noResponse: noAnswerToRead,
		});
		isRequested.current = "keys" in found && Array.isArray(found.keys);
		if ("keys" in found && Array.isArray(found.keys)) setKeys(found.keys);
	}

	return { keys, request };
}
