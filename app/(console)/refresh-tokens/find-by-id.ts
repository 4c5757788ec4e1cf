import "server-only";
import { clientNames } from "@/lib/dashboard/management/applications/client-names";
import { ManagementError, type ManagementErrorKind } from "@/lib/dashboard/management/call/errors";
import { getRefreshToken } from "@/lib/dashboard/management/refresh-tokens";
import { getUserSession } from "@/lib/dashboard/management/sessions";
import { type ResourceName, resourceOfId } from "@/lib/dashboard/resources/resources";
import { mayBeId } from "./token-id";

export type FoundPlace = { kind: "place"; resource: ResourceName; id: string };

/** The resource that an identifier of a certain form is of, without a request; null for a user's, and for any other text. */
export function placeByForm(text: string): FoundPlace | null {
	const resource = resourceOfId(text);
	return resource === null || resource === "user" ? null : { kind: "place", resource, id: text };
}

/**
 * The resource with an identifier of an uncertain form: refresh tokens, sessions and applications have random ones. A request
 * each, in this order, until one is found. @throws SessionError, ManagementError
 */
export async function findById(text: string): Promise<FoundPlace | null> {
	if (!mayBeId(text) || placeByForm(text)) return null;
	if (await unless(NOT_THERE, getRefreshToken(text))) return { kind: "place", resource: "refresh token", id: text };
	if (await unless(NOT_THERE, getUserSession(text))) return { kind: "place", resource: "session", id: text };
	return (await clientNames([text])).has(text) ? { kind: "place", resource: "application", id: text } : null;
}

const NOT_THERE: ManagementErrorKind[] = ["not-found", "rejected", "scope", "forbidden"];

/** The value, or null for an error of these kinds. */
export async function unless<Value>(kinds: ManagementErrorKind[], call: Promise<Value>): Promise<Value | null> {
	try {
		return await call;
	} catch (error) {
		if (error instanceof ManagementError && kinds.includes(error.kind)) return null;
		throw error;
	}
}
