/** A user that a search found. */
export type FoundUser = { id: string; label: string; name: string | null };

/** One line of a user's tokens, ready for the screen. Made field by field: it crosses to the browser. */
export type TokenLine = {
	id: string;
	application: string;
	device: string | null;
	createdAt: string | null;
	lastExchangedAt: string | null;
	idleExpiresAt: string | null;
	expiresAt: string | null;
	rotating: boolean | null;
	metadataKeys: number;
};

export type TokenSearchResult =
	| { kind: "token"; id: string }
	| { kind: "users"; users: FoundUser[]; mayBeMore: boolean }
	| { kind: "tokens"; user: FoundUser; tokens: TokenLine[]; next: string | null; isFirst: boolean }
	/** `noUserSearch`: the tenant does not let this console search users, so only identifiers can be found. */
	| { kind: "nothing"; text: string; noUserSearch: boolean };
