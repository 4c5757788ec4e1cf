import "server-only";
import type { Device } from "@/lib/contract/device";
import type { ResourceMetadata } from "@/lib/contract/metadata";
import type { RefreshToken } from "@/lib/contract/refresh-token";
import type { JsonObject } from "@/lib/contract/safe-object";
import type { Session } from "@/lib/contract/session";
import type { MetadataResource } from "../resources/resources";
import { getRefreshToken, listUserRefreshTokens, updateRefreshTokenMetadata } from "./refresh-tokens";
import { clientIdsOf, getUserSession, listUserSessions, updateSessionMetadata } from "./sessions";

/** A refresh token or a session, as far as both are alike. */
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

type Access = {
	/** The metadata's name in the interface. */
	wire: string;
	/** @param withinMs total time, where less than usual is left @throws SessionError, ManagementError */
	read: (id: string, withinMs?: number) => Promise<MetadataHolder>;
	/** Replaces the whole metadata; null removes all of it. @param current as last read, for the audit trail */
	update: (id: string, metadata: ResourceMetadata | null, current: JsonObject | undefined) => Promise<MetadataHolder>;
	/** One checkpoint page of those of a user. */
	listOfUser: (
		userId: string,
		from?: string,
	) => Promise<{ holders: MetadataHolder[]; unreadable: number; next: string | null }>;
};

/** How the metadata of each resource is read and written. */
export const metadataAccess: Record<MetadataResource, Access> = {
	"refresh token": {
		wire: "refresh_token_metadata",
		read: async (id, withinMs) => ofToken(await getRefreshToken(id, withinMs)),
		update: async (id, metadata, current) => ofToken(await updateRefreshTokenMetadata(id, metadata, current)),
		async listOfUser(userId, from) {
			const { tokens, ...page } = await listUserRefreshTokens(userId, from);
			return { ...page, holders: tokens.map(ofToken) };
		},
	},
	session: {
		wire: "session_metadata",
		read: async (id, withinMs) => ofSession(await getUserSession(id, withinMs)),
		update: async (id, metadata, current) => ofSession(await updateSessionMetadata(id, metadata, current)),
		async listOfUser(userId, from) {
			const { sessions, ...page } = await listUserSessions(userId, from);
			return { ...page, holders: sessions.map(ofSession) };
		},
	},
};

function ofToken(token: RefreshToken): MetadataHolder {
	const { id, user_id, client_id, device, refresh_token_metadata, created_at } = token;
	return holder(id, user_id, device, client_id ? [client_id] : [], refresh_token_metadata, created_at);
}

function ofSession(session: Session): MetadataHolder {
	const { id, user_id, device, session_metadata, created_at } = session;
	const own = holder(id, user_id, device, clientIdsOf(session), session_metadata, created_at);
	return { ...own, actor: session.actor };
}

function holder(
	id: string,
	userId: string | null | undefined,
	device: Device | null | undefined,
	clientIds: string[],
	metadata: JsonObject | null | undefined,
	createdAt: unknown,
): MetadataHolder {
	return {
		id,
		userId: userId ?? null,
		device,
		clientIds,
		createdAt: typeof createdAt === "string" ? createdAt : null,
		...(metadata !== undefined && { metadata }),
	};
}
