import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SESSION_ABSOLUTE_SECONDS } from "../clients/lifetimes";
import { consumeProviderSignIn, saveProviderSignIn } from "../connections/provider-sign-in";
import { findPendingByRelayState, notePendingRequest } from "../connections/sign-in/pending-request";
import type { IdentityService } from "../context/identity-service";
import { requireFirstUse } from "../saml/checked-message";
import { logoutFlows } from "../saml/logout-flow";
import { samplePeople, sessionCookie, sessionOf, startSession } from "../sample-provider/session";
import { saveParticipant, saveProviderSession } from "../sessions/saml-sessions";
import { partnerConnection } from "../testing/saml-responses/responding-provider";
import { asReceived } from "../testing/service-request";
import { assertion } from "../testing/test-keys";
import { ANY_ENGINE, AUDIENCE, EMAIL, ISSUER, PASSWORD, startTestService, USER_ID } from "../testing/test-service";
import { credentials, requestToken } from "../testing/token-request";
import { artifactAdapter } from "./artifact-adapter";

const FROZEN = Date.parse("2031-05-06T07:08:09.000Z") / 1000;

describe.each(ANY_ENGINE)("the service's own time on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService(engine);
	});
	afterAll(() => tenant.stop());

	const at = (seconds: number): IdentityService => ({
		...tenant.service,
		now: () => new Date((FROZEN + seconds) * 1000),
	});
	const person = { accountId: USER_ID, sessionUid: "a session", nameId: "person-1" };
	const omitted = { nameIdFormat: null, nameQualifier: null, spNameQualifier: null, sessionIndex: null };
	const cookieOf = (line: string) => line.split(";")[0] ?? "";

	it.each<[string, number, (service: IdentityService) => Promise<unknown>]>([
		["AccessToken", 60, async (service) => artifactAdapter(service)("AccessToken").upsert("a", {}, 60)],
		// As long again as a proof may be dated ahead.
		["ReplayDetection", 60 + 300, async (service) => artifactAdapter(service)("ReplayDetection").upsert("a", {}, 60)],
		["SamlRequest", 600, (service) => requireFirstUse(service, "saml", { id: "_1" })],
		[
			"ProviderSession",
			SESSION_ABSOLUTE_SECONDS,
			(service) => saveProviderSession(service, { ...person, ...omitted, connectionId: "con_idp" }),
		],
		[
			"SamlSession",
			SESSION_ABSOLUTE_SECONDS,
			(service) => saveParticipant(service, { ...person, clientId: "saml", nameIdFormat: "urn:x" }),
		],
	])("is what the expiry of each %s is counted from", async (model, lifetime, store) => {
		await store(at(0));
		const rows = await tenant.service.database
			.selectFrom("oidc_artifacts")
			.select("expires_at")
			.where("model", "=", model)
			.execute();
		expect(rows.map(({ expires_at }) => Number(expires_at))).toEqual([FROZEN + lifetime]);
	});

	it("is when a single-use value is marked as used", async () => {
		const adapter = artifactAdapter(at(5))("AuthorizationCode");
		await adapter.upsert("code", {}, 60);
		await adapter.consume("code");
		expect(await adapter.find("code")).toMatchObject({ consumed: FROZEN + 5 });
	});

	it("ends a logout that a browser has begun, a request to a provider, and a sign-in through one", async () => {
		const connection = partnerConnection();
		const origin = { kind: "address", returnTo: ISSUER } as const;
		const token = await logoutFlows.begin(at(0), {
			origin,
			sessions: [],
			waiting: [],
			sentRequest: null,
			isPartial: false,
		});
		const cookie = cookieOf(logoutFlows.tokenCookie(tenant.service, token));
		const login = { loginUid: "a login", clientId: "web", askedAgainAt: null };
		const { relayState } = await notePendingRequest(at(0), connection, login);
		expect(await logoutFlows.find(at(599), cookie)).toMatchObject({ token });
		expect(await logoutFlows.find(at(600), cookie)).toBeNull();
		expect(await findPendingByRelayState(at(599), connection, relayState)).toMatchObject(login);
		expect(await findPendingByRelayState(at(600), connection, relayState)).toBeNull();
		const stored = [await saveProviderSignIn(at(0), signIn()), await saveProviderSignIn(at(0), signIn())] as const;
		expect(await consumeProviderSignIn(at(119), stored[0])).toEqual(signIn());
		expect(await consumeProviderSignIn(at(120), stored[1])).toBeNull();
	});

	function signIn(): Parameters<typeof saveProviderSignIn>[1] {
		const names = { name: "Rita", given_name: null, family_name: null, nickname: null, picture: null, username: null };
		const user = { user_id: "samlp|idp|1", connection: "idp", email: null, email_verified: 0, ...names };
		return { clientId: "web", login: null, connectionId: "con_idp", user, session: { nameId: "1", ...omitted } };
	}

	it("ends a session at the sample provider", async () => {
		const [samplePerson] = samplePeople;
		if (!samplePerson) throw new Error("The sample provider has no people.");
		const session = await startSession(at(0), samplePerson);
		const cookie = cookieOf(sessionCookie(tenant.service, session.token));
		const request = asReceived(tenant.service, `${ISSUER}sample-provider`, { headers: { cookie } });
		expect(await sessionOf(at(8 * 3600 - 1), request)).toMatchObject({ personId: samplePerson.id });
		expect(await sessionOf(at(8 * 3600), request)).toBeNull();
	});

	it("is what the lifetime of a client assertion is measured by", async () => {
		const authenticate = async () => {
			const form = await assertion("machine-with-key", { exp: Math.floor(Date.now() / 1000) + 3500 });
			return requestToken(tenant.service, { grant_type: "client_credentials", audience: AUDIENCE, ...form });
		};
		expect((await authenticate()).status).toBe(200);
		tenant.passSeconds(-600);
		expect((await authenticate()).status).toBe(401);
		tenant.passSeconds(600);
	});

	it("is the auth_time of a sign-in with a password", async () => {
		tenant.passSeconds(-5000);
		const { body } = await requestToken(tenant.service, {
			grant_type: "password",
			username: EMAIL,
			password: PASSWORD,
			scope: "openid",
			...credentials(tenant.service, "till"),
		});
		const now = tenant.service.now().getTime() / 1000;
		tenant.passSeconds(5000);
		const { auth_time } = decodeJwt(body.id_token);
		expect(Math.abs(Number(auth_time) - now)).toBeLessThan(60);
	});
});
