import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { ownWrite } from "../audit/audited-write";
import { requireActionPermission, requirePermission } from "../session/session";
import { bestEffort, dashboardDatabase, fromNow } from "../store/dashboard-database";
import { addWithin } from "./room";

const TOKEN_BYTES = 16;
const FEED_TOKENS_MAX = 20;
/** How exactly the last use is noted. */
const USE_NOTED_EVERY_MS = 3_600_000;

export type FeedToken = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

/** Oldest first. @throws SessionError */
export async function listFeedTokens(): Promise<FeedToken[]> {
	await requirePermission("setLogStream");
	const database = await dashboardDatabase();
	const rows = await database.selectFrom("feed_tokens").selectAll().orderBy("created_at").orderBy("id").execute();
	return rows.map(({ id, name, created_at, last_used_at }) => ({
		id,
		name,
		createdAt: created_at,
		lastUsedAt: last_used_at,
	}));
}

/**
 * Adds a token for the feed: 128 random bits, of which only the SHA-256 is stored.
 * @returns the token
 * @throws SessionError, StoreError, WriteRefused where there are as many as there may be
 */
export async function addFeedToken(name: string): Promise<string> {
	const { subject } = await requireActionPermission("setLogStream");
	const id = `ft_${randomBytes(12).toString("base64url")}`;
	const token = randomBytes(TOKEN_BYTES).toString("base64url");
	const row = { id, name, hash: hashOf(token), created_at: fromNow(0), last_used_at: null, made_by: subject };
	const audit = { target: name, createdId: () => id };
	const full = `There are ${FEED_TOKENS_MAX} tokens already. Revoke one that is not used.`;
	await ownWrite("add_feed_token", undefined, audit, () =>
		addWithin({ table: "feed_tokens", max: FEED_TOKENS_MAX, full }, (store) =>
			store.insertInto("feed_tokens").values(row).execute(),
		),
	);
	return token;
}

/** @returns its name; null where there is no such token, and nothing was changed */
export async function revokeFeedToken(id: string): Promise<string | null> {
	await requireActionPermission("setLogStream");
	const database = await dashboardDatabase();
	const found = await database.selectFrom("feed_tokens").select("name").where("id", "=", id).executeTakeFirst();
	if (!found) return null;
	await ownWrite("revoke_feed_token", undefined, { target: id, name: found.name }, () =>
		database.deleteFrom("feed_tokens").where("id", "=", id).execute(),
	);
	return found.name;
}

/** Whether a request has a token of the feed: as the password of Basic authentication (RFC 7617), with any user name. */
export async function hasFeedToken(authorization: string | null): Promise<boolean> {
	const [, credentials] = /^basic +([\w+/=-]{1,512})$/i.exec(authorization ?? "") ?? [];
	const [, token] = /^[^:]*:(.+)$/s.exec(Buffer.from(credentials ?? "", "base64").toString()) ?? [];
	if (!token) return false;
	const database = await dashboardDatabase();
	// Found by its hash: how long that takes tells nothing of a token.
	const found = await database
		.selectFrom("feed_tokens")
		.select(["id", "last_used_at"])
		.where("hash", "=", hashOf(token))
		.executeTakeFirst();
	if (!found) return false;
	if ((found.last_used_at ?? "") < fromNow(-USE_NOTED_EVERY_MS)) {
		await bestEffort("that a feed was read", (store) =>
			store
				.updateTable("feed_tokens")
				.set({ last_used_at: fromNow(0) })
				.where("id", "=", found.id)
				.execute(),
		);
	}
	return true;
}

function hashOf(token: string): string {
	return createHash("sha256").update(token).digest("base64url");
}
