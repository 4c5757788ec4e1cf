import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { ownWrite } from "../audit/audited-write";
import { addWithin } from "../log-stream/room";
import { WriteRefused } from "../management/call/errors";
import { may } from "../session/permissions";
import type { Identity } from "../session/role";
import { adminRole, requireActionPermission, requirePermission, requireSessionId } from "../session/session";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { findSession } from "../store/sessions";
import { endOfToken } from "./token-days";
import { NEW_TOKEN_RIGHTS, type NewTokenRights, type TokenRights } from "./token-rights";

const TOKEN_BYTES = 24;
/** What each token begins with, so that people and programs that search for secrets recognise it. */
const TOKEN_PREFIX = "idc_";
/** That work; those that ended stay in the list for a while. */
const CONSOLE_TOKENS_MAX = 50;

const SAME_NAME =
	"Another token has this name. Choose a name by which you can tell them apart, or revoke that one first.";

/** Whether it works, and why not: after its end, revoked, or who created it is not an editor now. */
export type TokenState = "works" | "expired" | "revoked" | "maker";

export type ConsoleToken = {
	id: string;
	name: string;
	rights: TokenRights;
	state: TokenState;
	/** Null where that is not known. */
	maker: { id: string; name: string | null } | null;
	createdAt: string;
	expiresAt: string;
	revokedAt: string | null;
	lastUsedAt: string | null;
	/** It works also when its maker is not an editor any more. */
	stays: boolean;
};

export type TokenRow = Selectable<DashboardSchema["console_tokens"]>;

/** Those that work first, oldest first. @throws SessionError */
export async function listConsoleTokens(): Promise<ConsoleToken[]> {
	await requirePermission("makeTokens");
	const database = await dashboardDatabase();
	const rows = await database.selectFrom("console_tokens").selectAll().orderBy("created_at").orderBy("id").execute();
	const tokens = await Promise.all(rows.map(async (row) => tokenOf(row, await stateOf(row))));
	return tokens.toSorted((one, other) => Number(one.state !== "works") - Number(other.state !== "works"));
}

function tokenOf(row: TokenRow, state: TokenState): ConsoleToken {
	return {
		id: row.id,
		name: row.name,
		rights: rightsOf(row),
		state,
		maker: row.made_by === null ? null : { id: row.made_by, name: row.maker_name },
		createdAt: row.created_at,
		expiresAt: row.expires_at,
		revokedAt: row.revoked_at,
		lastUsedAt: row.last_used_at,
		stays: row.stays === 1,
	};
}

/** Rights that this version does not know open nothing but the feed. */
export function rightsOf({ rights }: Pick<TokenRow, "rights">): TokenRights {
	return NEW_TOKEN_RIGHTS.find((known) => known === rights) ?? "feed";
}

/** Whether a token works now. Its maker's role is looked up each time, as that of a session is. */
export async function stateOf(row: TokenRow, now: Date = new Date()): Promise<TokenState> {
	if (row.revoked_at !== null) return "revoked";
	if (row.expires_at <= now.toISOString()) return "expired";
	if (row.stays === 1) return "works";
	// No one is an editor without an ID.
	const subject = row.made_by ?? "";
	const role = await adminRole({ subject, email: row.maker_email, emailVerified: row.maker_email_verified === 1 });
	return role && may(role, "makeTokens") ? "works" : "maker";
}

/**
 * Notes the address of a user who signs in, admitted or not, with the tokens that the user has created: at a real tenant
 * roles are given by it, and the address that a maker had may be another user's today.
 */
export async function noteMakerAddress({ subject, email, emailVerified }: Identity): Promise<void> {
	const database = await dashboardDatabase();
	await database
		.updateTable("console_tokens")
		.set({ maker_email: email, maker_email_verified: emailVerified ? 1 : 0 })
		.where("made_by", "=", subject)
		.execute();
}

/** A token to create. `until`: its last day in UTC, `2026-01-31`, at most a year from now. */
export type NewToken = { name: string; rights: NewTokenRights; until: string; stays: boolean };

/**
 * Adds a token: 192 random bits behind a prefix, of which only the SHA-256 is stored.
 * @returns the token
 * @throws SessionError, StoreError, WriteRefused where there are as many as there may be, or one of this name has not ended
 */
export async function addConsoleToken({ name, rights, until, stays }: NewToken): Promise<string> {
	const { subject, name: makerName } = await requireActionPermission("makeTokens");
	const session = await findSession(await requireSessionId(), { isActivity: false });
	const id = `ct_${randomBytes(12).toString("base64url")}`;
	const token = TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString("base64url");
	const now = fromNow(0);
	const row: TokenRow = {
		id,
		name,
		hash: hashOf(token),
		rights,
		created_at: now,
		expires_at: endOfToken(until),
		revoked_at: null,
		last_used_at: null,
		made_by: subject,
		maker_name: makerName,
		maker_email: session?.email ?? null,
		maker_email_verified: session?.email_verified ?? 0,
		stays: stays ? 1 : 0,
	};
	const audit = { target: name, createdId: () => id };
	const full = `There are ${CONSOLE_TOKENS_MAX} tokens already. Revoke one that is not used.`;
	const only = sql<boolean>`expires_at > ${now}`;
	await ownWrite("add_feed_token", undefined, audit, () =>
		addWithin({ table: "console_tokens", max: CONSOLE_TOKENS_MAX, full, only }, async (store) => {
			const names = store.selectFrom("console_tokens").select("id").where("name", "=", name).where(only);
			if (await names.executeTakeFirst()) throw new WriteRefused("Nothing was added", SAME_NAME);
			await store.insertInto("console_tokens").values(row).execute();
		}),
	);
	return token;
}

/** @returns its name; null where there is no such token, or it has ended, and nothing was changed */
export async function revokeConsoleToken(id: string): Promise<string | null> {
	await requireActionPermission("makeTokens");
	const database = await dashboardDatabase();
	const found = await database
		.selectFrom("console_tokens")
		.select("name")
		.where("id", "=", id)
		.where("expires_at", ">", fromNow(0))
		.executeTakeFirst();
	if (!found) return null;
	const now = fromNow(0);
	await ownWrite("revoke_feed_token", undefined, { target: id, name: found.name }, async () => {
		const revoked = database.updateTable("console_tokens").set({ revoked_at: now, expires_at: now });
		const { numUpdatedRows } = await revoked.where("id", "=", id).where("revoked_at", "is", null).executeTakeFirst();
		if (numUpdatedRows === 0n)
			throw new WriteRefused("Nothing was revoked", "Another editor has just revoked this token.");
	});
	return found.name;
}

/** Found by its hash: how long that takes tells nothing of a token. */
export async function findConsoleToken(token: string): Promise<TokenRow | null> {
	const database = await dashboardDatabase();
	const found = await database
		.selectFrom("console_tokens")
		.selectAll()
		.where("hash", "=", hashOf(token))
		.executeTakeFirst();
	return found ?? null;
}

function hashOf(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}
