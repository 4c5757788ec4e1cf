// The sessions that older versions left, which stored no rows of them: see `sessions-migration.ts`.
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { databaseLocation, openDatabase } from "@/lib/database/open-database";
import { describeOldVersions, type OldInstallation } from "@/lib/database/testing/old-versions";
import { SESSION_ABSOLUTE_SECONDS, SESSION_IDLE_SECONDS } from "../clients/lifetimes";
import { readHeld, startOldTenant } from "../testing/old-tenant";
import type { IdentityServiceSchema } from "./schema";

const DAY_SECONDS = 86_400;
type StoredSession = { uid: string; accountId: string; iat: number; loginTs: number; exp: number; amr: string[] };

describeOldVersions(path.join(import.meta.dirname, "versions"), "identity-service", ({ folder, install }) => {
	const held = readHeld(folder);
	let installation: OldInstallation;
	let tenant: Awaited<ReturnType<typeof startOldTenant>> | null;
	beforeEach(async () => {
		vi.useFakeTimers({ toFake: ["Date"], now: new Date(held.written_at) });
		installation = await install();
		tenant = null;
	});
	afterEach(async () => {
		await tenant?.database.destroy();
		await installation.remove();
		vi.useRealTimers();
	});

	/** Changes the stored sessions before the start. @returns each, with its response now */
	async function shown(change: (session: StoredSession) => StoredSession) {
		const { DATA_DIR, DATABASE_URL } = installation.environment;
		const location = databaseLocation("identity-service", DATA_DIR, DATABASE_URL);
		const old = await openDatabase<IdentityServiceSchema>(location);
		const rows = old.selectFrom("oidc_artifacts").select(["id_hash", "payload"]).where("model", "=", "Session");
		const sessions: StoredSession[] = [];
		for (const { id_hash, payload } of await rows.execute()) {
			const session = change(JSON.parse(payload));
			const set = { payload: JSON.stringify(session), expires_at: session.exp };
			await old.updateTable("oidc_artifacts").set(set).where("id_hash", "=", id_hash).execute();
			sessions.push(session);
		}
		await old.destroy();
		expect(sessions.length).toBeGreaterThan(0);
		tenant = await startOldTenant(installation, held);
		const call = await tenant.consoleCalls();
		return Promise.all(
			sessions.map(async (session) => ({ session, body: (await call("GET", `/sessions/${session.uid}`)).body })),
		);
	}

	it("show when each began, when its user last signed in, and when it was last used", async () => {
		// Begun a day before the sign-in that is stored.
		for (const { session, body } of await shown((each) => ({ ...each, iat: each.iat - DAY_SECONDS }))) {
			const { uid, accountId, iat, loginTs, exp } = session;
			const used = time(exp - SESSION_IDLE_SECONDS);
			expect(body).toMatchObject({
				id: uid,
				user_id: accountId,
				created_at: time(iat),
				authenticated_at: time(loginTs),
				updated_at: used,
				last_interacted_at: used,
				idle_expires_at: time(exp),
				expires_at: time(loginTs + SESSION_ABSOLUTE_SECONDS),
			});
		}
	});

	it("show no use before the sign-in where the end of their lifetime was near", async () => {
		const nearEnd = (each: StoredSession) => ({ ...each, exp: each.loginTs + DAY_SECONDS });
		for (const { session, body } of await shown(nearEnd)) {
			expect(body).toMatchObject({ last_interacted_at: time(session.loginTs), idle_expires_at: time(session.exp) });
		}
	});
});

function time(seconds: number): string {
	return new Date(seconds * 1000).toISOString();
}
