import "server-only";
import type { MetadataResource } from "../resources/resources";
import type { ofUsers } from "./held-by-users";
import { revokeRefreshToken, tokensOfUsers } from "./refresh-tokens";
import { endUserSession, sessionsOfUsers } from "./sessions";

type MetadataAccess = ReturnType<typeof ofUsers>["holders"] & {
	/** Requests the end of one. @param userId null where it is not known */
	end: (id: string, userId: string | null) => Promise<void>;
};

/** How one of each resource is read, its metadata written, and its end requested. */
export const metadataAccess: Record<MetadataResource, MetadataAccess> = {
	"refresh token": { ...tokensOfUsers.holders, end: revokeRefreshToken },
	session: { ...sessionsOfUsers.holders, end: endUserSession },
};
