import type { Access } from "@/lib/dashboard/session/permissions";
import type { FoundPlace } from "./find-by-id";

/** A user that a search found. */
export type FoundUser = { id: string; label: string; name: string | null };

/** One row of a user's tokens. Built field by field, since it is serialised to the browser. */
export type TokenLine = {
	id: string;
	application: string;
	device: string | null;
	/** The latest exchange came from another IP address or user agent than the first. */
	isDeviceChanged: boolean;
	createdAt: string | null;
	/** Null: never; undefined: the tenant does not report it. */
	lastExchangedAt: string | null | undefined;
	idleExpiresAt: string | null;
	expiresAt: string | null;
	rotating: boolean | null;
	/** Null where the tenant does not report its metadata. */
	metadataKeys: number | null;
};

export type Application = { id: string; name: string };

/** Whether a user's tokens of one application are shown, or all. */
export type ApplicationFilter = {
	chosen: Application | null;
	/** The applications of the loaded tokens, and the tenant's others; both by name. */
	used: Application[];
	others: Application[];
	/** Where the tenant does not filter: how many tokens were loaded and filtered here. */
	loaded: number | null;
};

/** One checkpoint page of a user's tokens. */
export type TokensOfUser = {
	user: FoundUser;
	tokens: TokenLine[];
	/** How many others of the page could not be read. */
	unreadable: number;
	filter: ApplicationFilter;
	next: string | null;
	isFirst: boolean;
	access: Access;
	/** Why the console can't change metadata, and revoke, where the tenant has not granted it a scope. */
	lacked?: { edit: string | null; revoke: string | null };
};

export type TokenSearchResult =
	| FoundPlace
	/** Missing among the users: `unread` that are too large alone, `unreadable` that could not be read. */
	| { kind: "users"; users: FoundUser[]; unread: number; unreadable: number; mayBeMore: boolean }
	| ({ kind: "tokens" } & TokensOfUser)
	/** `noUserSearch`: the tenant does not let this console search users, so only identifiers can be found. */
	| { kind: "nothing"; text: string; noUserSearch: boolean };
