import type { NextRequest } from "next/server";
import { json, respondFor } from "@/app/_forms/json-response";
import { keysInUse } from "@/app/(console)/_metadata/rows/keys-in-use";
import { metadataAccess } from "@/lib/dashboard/management/metadata-holders";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { isMetadataResource } from "@/lib/dashboard/resources/resources";
import { requirePermission } from "@/lib/dashboard/session/session";

/**
 * The metadata keys on the first page of a user's other tokens or sessions. They are only suggestions: where the service
 * fails to list them there are none, without an error.
 */
export function GET({ nextUrl }: NextRequest): Promise<Response> {
	return respondFor(requirePermission("look"), "user", async () => {
		const { resource, user = "", except = "" } = Object.fromEntries(nextUrl.searchParams);
		if (!isMetadataResource(resource)) return json({ keys: [] });
		const found = await outcomeOf(metadataAccess[resource].listOfUser(user), "user");
		return json({ keys: found.problem ? [] : keysInUse(found.value.items, except) });
	});
}
