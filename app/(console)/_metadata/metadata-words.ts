import type { MetadataResource } from "@/lib/dashboard/registry/resources";

/** What the editor and its bulk edits call a resource, beside other text about metadata. */
export type MetadataWords = { one: "token" | "session"; many: string };

export const metadataWords: Record<MetadataResource, MetadataWords> = {
	"refresh token": { one: "token", many: "tokens" },
	session: { one: "session", many: "sessions" },
};

/** The resource whose metadata is edited, in a sentence. Data for the browser, built field by field. */
export type MetadataSubject = {
	resource: MetadataResource;
	id: string;
	/** The user's e-mail address or name; the identifier where the tenant returns neither. */
	user: string;
	/** Tells it from others of the user: a token's application, a session's device. */
	detail: string;
};
