// The keys of a second installation are rotated; its clock is set ahead to when the new key signs.
import { managementOf } from "../http/management";
import { wordsOf } from "../http/native-form";
import { type VisitedPage, Visitor } from "../http/visitor";
import { type Credentials, fetchManagementToken } from "../running-app/credentials";
import { findFreePort } from "../running-app/free-port";
import { startSecondApp } from "../running-app/second-app";
import { logIn } from "../sign-in/authorize";
import { readMetadata } from "./identity-provider-metadata";
import { PATHS, startNodeSamlProvider } from "./node-saml-provider";
import { test as base, expect, sendMessage } from "./partner-application";

type Start = typeof startSecondApp;

/** Apps that are stopped when the test ends. */
const test = base.extend<{ startApp: Start }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
	startApp: async ({}, use) => {
		const apps: Awaited<ReturnType<Start>>[] = [];
		await use(async (environment) => {
			const app = await startSecondApp(environment);
			apps.push(app);
			return app;
		});
		for (const app of apps) await app.stop();
	},
});

/** A new key is published for ten minutes before it signs. */
const AHEAD_MILLISECONDS = 11 * 60_000;

test("a rotation of the keys is no outage for a provider that has read the metadata since, and old responses still verify", async ({
	startApp,
}) => {
	test.setTimeout(180_000);
	const origin = `http://localhost:${await findFreePort()}`;
	const first = await startApp();
	const { credentials, dataDir } = first;
	const { clientId, rotate } = await registered(credentials, origin);
	const metadata = async () => {
		const response = await fetch(`${credentials.auth_url}/samlp/metadata/${clientId}`);
		return readMetadata(await response.text());
	};
	const provider = async (certificates: string[]) => {
		const { entityId } = await metadata();
		return startNodeSamlProvider(origin, {
			idpCert: certificates,
			idpIssuer: entityId,
			audience: false,
			wantAuthnResponseSigned: false,
			// The tenant's clock is ahead, this one is not.
			acceptedClockSkewMs: 2 * AHEAD_MILLISECONDS,
		});
	};
	const signIn = async () => {
		const person = new Visitor(credentials.address);
		// Unsolicited: a request of this provider would be too old by the tenant's clock.
		const login = await person.open(`${credentials.auth_url}/samlp/${clientId}`);
		const page = await logIn(person, login, credentials.sign_ins.user);
		return { form: formOf(page), arrived: await sendMessage(person, page) };
	};

	const { certificates: before } = await metadata();
	const beforehand = await provider(before);
	const { form: oldResponse, arrived } = await signIn();
	arrived.getByRole("heading", { name: "Signed in" });
	await beforehand.close();
	await rotate();
	const { certificates: since } = await metadata();
	expect(since).toEqual([...before, expect.any(String)]);
	await first.stop({ keepData: true });

	await startApp({
		PORT: new URL(credentials.auth_url).port,
		DATA_DIR: dataDir,
		NODE_OPTIONS: `--import=${new URL("../server/later-clock.mjs", import.meta.url)}`,
		CLOCK_AHEAD_MS: String(AHEAD_MILLISECONDS),
	});
	const informed = await provider(since);
	(await signIn()).arrived.getByRole("heading", { name: "Signed in" });
	await informed.close();

	const { certificates: now } = await metadata();
	expect(now).toEqual(since.toReversed());
	const late = await provider(now);
	const accepted = await fetch(origin + PATHS.callback, {
		method: "POST",
		body: oldResponse,
		redirect: "manual",
	});
	expect(accepted.status).toBe(303);
	expect(late.profile()?.getAssertionXml?.()).toContain("<saml:Assertion ");
	await late.close();

	const uninformed = await provider(before);
	expect(wordsOf((await signIn()).arrived)).toContain("Invalid signature");
	await uninformed.close();
});

function formOf({ document }: VisitedPage): URLSearchParams {
	return new URLSearchParams([...document.querySelectorAll("input")].map(({ name, value }) => [name, value]));
}

async function registered(credentials: Credentials, origin: string) {
	const { json } = managementOf(credentials, await fetchManagementToken(credentials));
	const { client_id: clientId } = await json<{ client_id: string }>("POST", "/clients", {
		name: "Partner",
		app_type: "regular_web",
		token_endpoint_auth_method: "none",
		grant_types: [],
		callbacks: [origin + PATHS.callback],
		addons: { samlp: {} },
	});
	return { clientId, rotate: () => json("POST", "/keys/signing/rotate") };
}
