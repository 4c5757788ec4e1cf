// Processes with the old session secret, with both, and with the new one only, one after the other on one store.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storedRows } from "@/lib/database/testing/stored-rows";
import { unseal } from "@/lib/secrets/sealed-text";
import { digestOf } from "../audit/changes";
import { ConfigError, heldConfig } from "../config";
import { addSecret, addWebhook } from "../log-stream/webhook-writes";
import { webhookRow } from "../log-stream/webhooks";
import { dashboardDatabase } from "../store/dashboard-database";
import { createSession, findSession } from "../store/sessions";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import {
	dashboardSecrets,
	forgetDashboardSecrets,
	heldSecrets,
	ID_TOKEN_PURPOSE,
	KEPT_SECRET_PURPOSE,
	openIdToken,
	openWebhookSecret,
	readDashboardSecrets,
	rotateDashboardSecrets,
	SECRETS_REFRESH_SECONDS,
	sealIdToken,
} from "./dashboard-secrets";

const OLD = "s".repeat(32);
const NEW = "n".repeat(32);
const ID_TOKEN = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl";
const ann = { subject: "ann", name: "Ann", email: null, email_verified: 0, user_agent: null };
const server = process.env.TEST_DATABASE_URL;

/** The next process on the same store. */
function restart(sessionSecret: string, previousSessionSecret: string | null = null): void {
	heldConfig.set({ ...heldConfig.get(), sessionSecret, previousSessionSecret });
	heldSecrets.forget();
}
const idTokenOf = async (sessionId: string) => openIdToken((await findSession(sessionId))?.id_token ?? "");

describe.each(server ? ["SQLite", "PostgreSQL"] : ["SQLite"])("the session secret's rotation on %s", (engine) => {
	beforeEach(() => pointAtService("http://127.0.0.1:1", engine === "PostgreSQL" ? server : undefined));
	afterEach(async () => {
		vi.useRealTimers();
		await clearDashboardState();
	});

	it("keeps sessions, their ID tokens and the key of the digests", async () => {
		const session = await createSession({ ...ann, id_token: await sealIdToken(ID_TOKEN) });
		const digest = digestOf({ a: "1" }, (await dashboardSecrets()).audit);
		restart(NEW, OLD);
		const begun = await createSession({ ...ann, id_token: await sealIdToken(ID_TOKEN) });
		restart(OLD);
		expect(await idTokenOf(begun), "a process that was not told yet reads it").toBe(ID_TOKEN);
		restart(NEW, OLD);
		// Two ID tokens and the secret of the digests.
		expect(await rotateDashboardSecrets()).toEqual({ moved: 3 });
		restart(NEW);
		for (const id of [session, begun]) expect(await idTokenOf(id)).toBe(ID_TOKEN);
		expect(digestOf({ a: "1" }, (await dashboardSecrets()).audit)).toBe(digest);
	});

	it("moves both secrets of a webhook, which are lost where the old secret is given up", async () => {
		signInAs("editor");
		const added = await addWebhook({ name: "Receiver", url: "https://receiver.example/", kinds: [] });
		const second = await addSecret(added.id);
		const secrets = async () => {
			const { secret, old_secret } = (await webhookRow(added.id)) ?? {};
			return Promise.all([secret, old_secret].map((sealed) => sealed && openWebhookSecret(sealed)));
		};
		restart(NEW, OLD);
		expect(await rotateDashboardSecrets()).toEqual({ moved: 3 });
		restart(NEW);
		expect(await secrets()).toEqual([second, added.secret]);
		restart("t".repeat(32));
		await forgetDashboardSecrets();
		expect(await webhookRow(added.id)).toMatchObject({ secret: null, old_secret: null, state: "no-secret" });
	});

	it("leaves nothing in the store that the old secret decrypts, nor an unencrypted ID token, and can be repeated", async () => {
		await createSession({ ...ann, id_token: await sealIdToken(ID_TOKEN) });
		await createSession({ ...ann, id_token: ID_TOKEN });
		restart(NEW, OLD);
		await rotateDashboardSecrets();
		expect(await rotateDashboardSecrets()).toEqual({ moved: 0 });
		const text = JSON.stringify(await storedRows(await dashboardDatabase()));
		expect(text).not.toContain(OLD);
		expect(text).not.toContain(ID_TOKEN);
		const sealed = text.match(/eyJ[\w-]*\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+/g) ?? [];
		expect(sealed).toHaveLength(3);
		for (const one of sealed) {
			for (const purpose of [ID_TOKEN_PURPOSE, KEPT_SECRET_PURPOSE]) {
				expect(await unseal(one, [OLD], purpose)).toBeNull();
			}
		}
	});

	it("is noticed by a process that knows both, and can be followed by another one", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		restart(NEW, OLD);
		expect(await dashboardSecrets()).toMatchObject({ current: OLD, known: [OLD, NEW] });
		const notYetNoticed = heldSecrets.get();
		await rotateDashboardSecrets();
		heldSecrets.set(notYetNoticed);
		expect(await dashboardSecrets()).toMatchObject({ current: OLD });
		vi.setSystemTime(Date.now() + SECRETS_REFRESH_SECONDS * 1000);
		expect(await dashboardSecrets()).toMatchObject({ current: NEW, known: [NEW, OLD], audit: OLD });
		restart("t".repeat(32), NEW);
		await rotateDashboardSecrets();
		restart("t".repeat(32));
		expect(await dashboardSecrets()).toMatchObject({ audit: OLD });
	});

	it("makes a start without the secret of the store fail with a message", async () => {
		restart(NEW, OLD);
		await rotateDashboardSecrets();
		restart(OLD);
		await expect(readDashboardSecrets()).rejects.toThrow(ConfigError);
		await expect(dashboardSecrets()).rejects.toThrow("SESSION_SECRET_PREVIOUS");
	});

	it("can be given up where the secret of the store is lost: sessions stay, without their ID tokens", async () => {
		const session = await createSession({ ...ann, id_token: await sealIdToken(ID_TOKEN) });
		restart(NEW, OLD);
		await rotateDashboardSecrets();
		restart("t".repeat(32));
		await forgetDashboardSecrets();
		expect(await dashboardSecrets()).toMatchObject({ audit: "t".repeat(32) });
		expect(await findSession(session)).toMatchObject({ subject: "ann", id_token: null });
	});
});

it("an ID token that an older version stored unencrypted is read", async () => {
	await pointAtService("http://127.0.0.1:1");
	expect(await idTokenOf(await createSession({ ...ann, id_token: ID_TOKEN }))).toBe(ID_TOKEN);
	await clearDashboardState();
});

it("an ID token that no known secret decrypts is null, so that the tenant prompts", async () => {
	await pointAtService("http://127.0.0.1:1");
	const sealed = await sealIdToken(ID_TOKEN);
	restart(NEW);
	expect(await openIdToken(sealed)).toBeNull();
	await clearDashboardState();
});
