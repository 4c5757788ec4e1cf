import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import NextAuth from "next-auth";
import { vi } from "vitest";
import { dashboardConfig, heldConfig } from "../config";
import { pointAtService } from "../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../testing/fault-server";
import { browser } from "../testing/next-headers";
import { nextAuthOptions, PROVIDER_ID } from "./next-auth";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const { privateKey: strangersKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const jwk = { ...publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256" };
const SECRET = "s".repeat(32);

/** What the provider says of the user who signs in next. `claims` may be the JSON text of an object. */
export type Said = { claims: object | string; userinfo?: object; isForged?: boolean };

/** A stand-in for the OpenID provider of a real tenant, which the console's sign-in runs against. */
export type SignInProvider = {
	service: FaultServer;
	/** The paths that were requested. */
	requests: string[];
	/** Signs in with a new browser. @returns where it was led, and the ID of the session; null: none began */
	signIn: (said: Said) => Promise<{ location: string; session: string | null }>;
};

export async function startSignInProvider(): Promise<SignInProvider> {
	const service = await startFaultServer();
	await pointAtService(service.address);
	heldConfig.set({ ...dashboardConfig(), tenant: { name: "test", embedded: false } });
	vi.stubEnv("NEXTAUTH_URL", dashboardConfig().appUrl);
	let said: Said = { claims: {} };
	let nonce = "";
	const requests: string[] = [];
	const endpoint = (path: string) => `${service.address}/${path}`;
	service.handle = ({ url }, response) => {
		requests.push(url);
		if (url === "/jwks") return json(response, 200, { keys: [jwk] });
		if (url === "/userinfo") return json(response, 200, { ...parsed(said.claims), ...said.userinfo });
		return json(response, 200, {
			issuer: endpoint(""),
			authorization_endpoint: endpoint("authorize"),
			token_endpoint: endpoint("oauth/token"),
			userinfo_endpoint: endpoint("userinfo"),
			jwks_uri: endpoint("jwks"),
		});
	};
	service.respondWithToken = (_, response) => {
		const now = Math.floor(Date.now() / 1000);
		const fixed = { iss: endpoint(""), aud: dashboardConfig().authentication.clientId, iat: now, exp: now + 60, nonce };
		const own = typeof said.claims === "string" ? said.claims : JSON.stringify(said.claims);
		// The texts are joined, since an object of the language can't have every name that JSON can.
		const claims = `${JSON.stringify(fixed).slice(0, -1)},${own.slice(1)}`;
		const id_token = idToken(claims, said.isForged ? strangersKey : privateKey);
		json(response, 200, { access_token: "a", token_type: "Bearer", expires_in: 60, id_token });
	};
	return {
		service,
		requests,
		async signIn(next) {
			said = next;
			browser.session = null;
			const visit = visitor();
			const { csrfToken } = JSON.parse((await visit("GET", ["csrf"])).body);
			const begun = await visit("POST", ["signin", PROVIDER_ID], {}, { csrfToken, callbackUrl: "/" });
			const { searchParams } = new URL(begun.location);
			nonce = searchParams.get("nonce") ?? "";
			const query = { code: "c", state: searchParams.get("state") ?? "" };
			const ended = await visit("GET", ["callback", PROVIDER_ID], query);
			return { location: ended.location, session: ended.session };
		},
	};
}

function parsed(claims: object | string): object {
	return typeof claims === "string" ? JSON.parse(claims) : claims;
}

function idToken(claims: string, by: KeyObject): string {
	const parts = [JSON.stringify({ alg: "RS256", kid: "k1" }), claims];
	const text = parts.map((part) => Buffer.from(part).toString("base64url")).join(".");
	return `${text}.${sign("sha256", Buffer.from(text), by).toString("base64url")}`;
}

/** A browser's requests to the sign-in library, with its cookies. */
function visitor() {
	const jar = new Map<string, string>();
	return async (method: string, nextauth: string[], query = {}, body = {}) => {
		const sent = { location: "", body: "" };
		const set: string[] = [];
		const response = {
			status: () => response,
			setHeader(name: string, value: string | string[]) {
				if (name === "Set-Cookie") set.push(...[value].flat());
				if (name === "Location") sent.location = String(value);
			},
			getHeader: () => [],
			end: () => {},
			send(value: unknown) {
				sent.body = typeof value === "string" ? value : JSON.stringify(value);
			},
		};
		const request = { method, query: { nextauth, ...query }, body, headers: {}, cookies: Object.fromEntries(jar) };
		await NextAuth(request as never, response as never, nextAuthOptions(SECRET));
		for (const cookie of set) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			jar.set(name, decodeURIComponent(value));
		}
		const session = [...jar].find(([name]) => name.includes("session"))?.[1];
		return { ...sent, session: session || null };
	};
}
