import type { MetadataResource } from "@/lib/dashboard/resources/resources";

/** The end of a token or session on its page: what was requested, and what has become of it. */
export const revocationWords = {
	"refresh token": { title: "Refresh token", requested: "Revocation requested", ended: "revoked" },
	session: { title: "Session", requested: "End requested", ended: "ended" },
} satisfies Record<MetadataResource, { title: string; requested: string; ended: string }>;
