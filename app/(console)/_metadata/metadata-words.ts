import type { OperationName } from "@/lib/contract/operations";
import type { MetadataResource, resources } from "@/lib/dashboard/resources/resources";

/** What the editor and its bulk edits call a resource, beside other text about metadata. */
export type MetadataWords = { one: "token" | "session"; many: string };

/** `idField` is that of the registry, which the browser doesn't load. */
type Words = { [Resource in MetadataResource]: MetadataWords & { idField: (typeof resources)[Resource]["idField"] } };

export const metadataWords: Words = {
	"refresh token": { one: "token", many: "tokens", idField: "tokenId" },
	session: { one: "session", many: "sessions", idField: "sessionId" },
};

/** The operations that change it. */
export const metadataWrites = {
	"refresh token": "patch_refresh-tokens_by_id",
	session: "patch_sessions_by_id",
} as const satisfies Record<MetadataResource, OperationName>;

/** The resource whose metadata is edited, in a sentence. Data for the browser, built field by field. */
export type MetadataSubject = {
	resource: MetadataResource;
	id: string;
	/** The user's e-mail address or name; the identifier where the tenant returns neither. */
	user: string;
	/** Tells it from others of the user: a token's application, a session's device. */
	detail: string;
};
