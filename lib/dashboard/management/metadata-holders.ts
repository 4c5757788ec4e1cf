import "server-only";
import type { Device } from "@/lib/contract/device";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import type { JsonObject } from "@/lib/contract/safe-object";
import type { Session } from "@/lib/contract/session";
import { type MetadataResource, resources } from "../resources/resources";
import type { InResponse, ofUsers } from "./held-by-users";
import { revokeRefreshToken, tokensOfUsers } from "./refresh-tokens";
import { clientIdsOf, endUserSession, sessionsOfUsers } from "./sessions";

/** A resource that a user has and that has metadata, as far as all are alike. */
export type MetadataHolder = {
	id: string;
	/** Null where the tenant does not report it. */
	userId: string | null;
	device: Device | null | undefined;
	/** Who opened it as the user, by `sub`; only such a session has it. */
	actor?: Session["actor"];
	/** The applications that it serves. */
	clientIds: string[];
	/** Absent where the response omits it, as in a list. A value may be no text. */
	metadata?: JsonObject | null;
	/** ISO 8601; null where it is not known. */
	createdAt: string | null;
};

/** @param clientIdsOf the applications that one serves @param end requests the end of one; user null: not known */
function accessTo<Resource extends MetadataResource, One extends InResponse<Resource>>(
	resource: Resource,
	{ read, update, listOfUser }: ReturnType<typeof ofUsers<Resource, One>>,
	clientIdsOf: (one: One) => string[],
	end: (id: string, userId: string | null) => Promise<void>,
) {
	const { wire } = resources[resource].metadata;
	function holderOf(one: One): MetadataHolder {
		const { id, user_id, device, created_at, actor } = one;
		const metadata = one[wire as keyof One] as JsonObject | null | undefined;
		return {
			id,
			userId: user_id ?? null,
			device,
			actor,
			clientIds: clientIdsOf(one),
			createdAt: typeof created_at === "string" ? created_at : null,
			...(metadata !== undefined && { metadata }),
		};
	}
	return {
		read: async (...call: Parameters<typeof read>) => holderOf(await read(...call)),
		update: async (...call: Parameters<typeof update>) => holderOf(await update(...call)),
		async listOfUser(userId: string, from?: string) {
			const page = await listOfUser(userId, from);
			return { ...page, items: page.items.map(holderOf) };
		},
		end,
	};
}

const clientIdsOfToken = ({ client_id }: RefreshToken) => (client_id ? [client_id] : []);

/** How one of each resource is read, its metadata written, and its end requested. */
export const metadataAccess: Record<MetadataResource, ReturnType<typeof accessTo>> = {
	"refresh token": accessTo("refresh token", tokensOfUsers, clientIdsOfToken, revokeRefreshToken),
	session: accessTo("session", sessionsOfUsers, clientIdsOf, endUserSession),
};
