/** The roles of admins. */
export const ROLES = ["viewer", "support", "editor"] as const;
export type Role = (typeof ROLES)[number];

type Row = {
	/** The beginning of "… needs the editor role". */
	doing: string;
	/** What more it is for, where a role's rights are listed. */
	also?: string;
	/** Those who may, in the order in which they are named. */
	roles: readonly Role[];
};

/** What an admin can do in the console, and which roles may. Whatever is not listed here is refused. */
const table = {
	look: { doing: "Looking at this console", roles: ["editor", "support", "viewer"] },
	/** In what a wallet sent. */
	seePhotos: { doing: "Seeing a holder’s photo in Try it", roles: ["editor"] },
	/** Who signed in, from which address and with which device, and what failed. */
	seeLog: { doing: "Looking at the tenant’s log", roles: ["editor", "support"] },
	seeApiCalls: { doing: "Looking at API calls", roles: ["editor", "viewer"] },
	/** It holds codes and links that sign users in. */
	openOutbox: { doing: "Opening the outbox", roles: ["editor"] },
	/** Of tokens and of sessions. */
	editMetadata: { doing: "Editing metadata", roles: ["editor", "support"] },
	endSessions: { doing: "Ending sessions", also: ", in Incident and Lost device too", roles: ["editor", "support"] },
	revokeTokens: { doing: "Revoking tokens", roles: ["editor", "support"] },
	/** To change sessions and tokens of a user who is an editor of this console. */
	actOnEditors: { doing: "Changing sessions and tokens of an editor", roles: ["editor"] },
	blockUsers: { doing: "Blocking users", roles: ["editor"] },
	changeTemplates: { doing: "Changing templates", roles: ["editor"] },
	/** Where the operator lets them: see `requireProposer`. */
	propose: { doing: "Proposing changes of templates", roles: ["editor", "support", "viewer"] },
	/** With their secrets, which are shown to whoever makes or rotates one. */
	changeApplications: { doing: "Changing applications", roles: ["editor"] },
	changeProviders: { doing: "Changing identity providers", roles: ["editor"] },
	/** With the addresses that it sends to, and secrets and tokens, which are shown to whoever makes one. */
	setLogStream: { doing: "Seeing and setting the log stream", roles: ["editor"] },
	/** Of this console, for programs; they work only while who created them may, unless they are said to stay. */
	makeTokens: { doing: "Seeing and creating read tokens", roles: ["editor"] },
} as const satisfies Record<string, Row>;

export type Permission = keyof typeof table;

const permissions: ReadonlyMap<string, Row> = new Map(Object.entries(table));

export function isRole(text: unknown): text is Role {
	return ROLES.some((role) => role === text);
}

/** An unknown role or permission is refused. @param permission undefined: of something that no row above allows */
export function may(role: Role, permission: Permission | undefined): boolean {
	return permissions.get(permission ?? "")?.roles.includes(role) ?? false;
}

/**
 * Who may, for refused controls: "Editing metadata needs the editor or support role."
 * @param doing other words for it: "Creating a template"
 */
export function whoMay(permission: Permission | undefined, doing?: string): string {
	const row = permissions.get(permission ?? "");
	return row ? `${doing ?? row.doing} needs the ${row.roles.join(" or ")} role.` : "No role may do this.";
}

/** What a role may do, in words: "Editing metadata". @param except what it may not here */
export function doingsOf(role: Role, except: readonly Permission[] = []): string[] {
	return [...permissions]
		.filter(([permission, { roles }]) => roles.includes(role) && !except.some((one) => one === permission))
		.map(([, { doing, also = "" }]) => doing + also);
}

/** The admin's role, and that towards the user whom a page is about: support only looks at an editor's sessions and tokens. */
export type Access = { role: Role; towards: Role };

/** Why the admin may not: who may do it at all, or to this user. */
export function refusalOf({ role, towards }: Access, permission: Permission | undefined): string {
	return whoMay(towards === role ? permission : "actOnEditors");
}
