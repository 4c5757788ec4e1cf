import type { Role } from "../session/permissions";

/** What an incident does with each user, in this order. */
export const INCIDENT_ACTS = ["block", "end", "revoke"] as const;
export type IncidentAct = (typeof INCIDENT_ACTS)[number];

/**
 * What was done: an act; what the user had of this console itself, with a block or of a user who was blocked before; or
 * `not-reported`, of a block that the tenant accepted without saying whether the user is blocked now.
 */
export type Deed = IncidentAct | "console-access" | "not-reported";

/** `unknown`: the tenant does not report what would tell. */
export type RoleHere = Role | "unknown" | null;

/** `isAtLeast`: there may be more. */
export type Count = { count: number; isAtLeast: boolean };

/** An account of the tenant as it was looked up. Null: not known. */
export type ListedUser = {
	id: string;
	label: string;
	name: string | null;
	email: string | null;
	emailVerified: boolean | null;
	blocked: boolean | null;
	/** Of one who is blocked, where it was looked up: whether a block would end something of this console itself. */
	hasConsoleAccess?: boolean;
	/** Null: none. */
	role: RoleHere;
	sessions: Count | null;
	tokens: Count | null;
};

/** One of a list: an e-mail address or an ID of a user, as it was typed first, and the lines that name it, from 1. */
export type Listing = { kind: "email" | "id"; text: string; lines: number[] };

/** An act that was not carried out: refused, looked up and not found done, not allowed to who acts, or of a user who is gone. */
export type RefusedAct = {
	act: IncidentAct;
	state: "refused" | "not-written" | "protected" | "gone";
	message?: string;
	reference?: string;
};

/** How far an incident has come with one user: what was done, what is being sent, of what it is not known, what was refused. */
export type ActProgress = { did: Deed[]; sending: IncidentAct[]; unsure: IncidentAct[]; refused: RefusedAct[] };
