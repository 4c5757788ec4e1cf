// What the console does while its tenant accepts requests and does not respond.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { readCredentialsFile } from "../../lib/cli/credentials/credentials-file.ts";
import { type Result, request } from "./http.ts";
import { compare, milliseconds, takeTurns } from "./rounds.ts";
import { startServer } from "./server.ts";
import { type Measure, openSide, type Side } from "./sides.ts";
import { newTemplate, TEMPLATES } from "./tenant.ts";

const VIEWS = 300;
/** A response within this time did not wait for the tenant. */
const AT_ONCE_MILLISECONDS = 3_000;
/** Of the views that wait for the tenant, before another session's. */
const ENDED_BEFORE = 100;

/** Many views of a list that the tenant does not send, a save that it does respond to, and then another session's view. */
export const measureHangingTenant: Measure = async ({ sides }) => {
	const of = await takeTurns({ rounds: 1 }, sides, besideWaitingViews);
	const name = `${VIEWS} views on a tenant that hangs`;
	const row = (what: string, key: string, atMost: number) =>
		compare(`${name}: ${what}`, milliseconds, of(key), { ours: { atMost } });
	return [
		row("a save", "save", 5_000),
		row("/healthz", "health", 200),
		row(`another session's view after ${ENDED_BEFORE} ended`, "view", 1_000),
		compare(`${name}: refused at once`, String, of("refused"), { ours: { atMost: VIEWS - ENDED_BEFORE } }),
		compare(`${name}: refused later`, String, of("refusedLate"), { ours: { atMost: 0 } }),
	];
};

async function besideWaitingViews({ name, folder }: Side) {
	// Sessions of the embedded tenant are the dashboard's own, and go on when it serves another tenant.
	const { app, dataDir, tenant, template, admin } = await openSide(name, folder);
	const other = await tenant.signIn();
	await app.stop();
	const hanging = await openHangingTenant(template);
	const environment = {
		PORT: String(app.port),
		SESSION_SECRET: "only for this console, 32 characters",
		MANAGEMENT_BASE_URL: `${hanging.address}/api/v2`,
		AUTH_BASE_URL: hanging.address,
		MANAGEMENT_CLIENT_ID: "one",
		MANAGEMENT_CLIENT_SECRET: "one",
		SIGN_IN_CLIENT_ID: "two",
		SIGN_IN_CLIENT_SECRET: "two",
		EDITORS: readCredentialsFile(dataDir).sign_ins.editor?.email ?? "",
	};
	const console = await startServer(folder, { dataDir, environment });
	try {
		const form = await admin.readForm("/templates/new");
		const hundredEnded = Promise.withResolvers<void>();
		let [refused, refusedLate, ended] = [0, 0, 0];
		const view = async () => {
			const result = await admin.visit("/templates").catch(() => null);
			const isRefused = result?.status === 503;
			if (isRefused && result.milliseconds < AT_ONCE_MILLISECONDS) refused += 1;
			else if (isRefused) refusedLate += 1;
			else ended += 1;
			if (ended === ENDED_BEFORE || refused + refusedLate + ended === VIEWS) hundredEnded.resolve();
		};
		const views = Promise.all(Array.from({ length: VIEWS }, view));
		await delay(AT_ONCE_MILLISECONDS);
		const [save, health] = await Promise.all([
			timeOf(303, admin.sendForm(form, newTemplate())),
			timeOf(200, request(`${console.address}/healthz`)),
		]);
		await hundredEnded.promise;
		const sample = { save, health, view: await timeOf(200, other.visit("/templates/new")), refused, refusedLate };
		hanging.close();
		await views;
		return sample;
	} finally {
		hanging.close();
		await console.stop();
	}
}

/** @returns NaN where there is no response of that status */
async function timeOf(expected: number, result: Promise<Result>): Promise<number> {
	const response = await result.catch(() => null);
	return response?.status === expected ? response.milliseconds : Number.NaN;
}

/** A tenant that issues tokens, creates one template and returns it, and responds to nothing else. */
async function openHangingTenant(template: { id: string }) {
	const created = { status: 201, body: template };
	const responses: Record<string, { status: number; body: object }> = {
		"POST /oauth/token": { status: 200, body: { access_token: "one", token_type: "Bearer", expires_in: 86_400 } },
		[`POST /api/v2${TEMPLATES}`]: created,
		[`GET /api/v2${TEMPLATES}/${template.id}`]: { ...created, status: 200 },
	};
	const server = createServer((incoming, outgoing) => {
		const response = responses[`${incoming.method} ${incoming.url}`];
		incoming.resume();
		if (response)
			outgoing.writeHead(response.status, { "content-type": "application/json" }).end(JSON.stringify(response.body));
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		/** Breaks off what waits. */
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}
