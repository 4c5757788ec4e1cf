import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { cookieLine, cookieName, readCookie } from "../http/cookie";
import { deleteArtifact, findArtifact, saveArtifact } from "../store/oidc-artifacts";

const TOKEN = /^[\w-]{43}$/;

type FlowKind<Flow> = {
	/** Of what is stored. */
	model: string;
	schema: z.ZodType<Flow>;
	/** Below which the browser brings it. */
	path: string;
	/** Part of the cookie's name. */
	cookie: string;
	lifetimeSeconds: number;
};

/**
 * What one browser is on its way with, over several pages and sites: it stays here, and the browser has a token for it in
 * a cookie. None of the sites is to have a hand in it.
 */
export function browserFlow<Flow extends object>({ model, schema, path, cookie, lifetimeSeconds }: FlowKind<Flow>) {
	const name = `identity-service.${cookie}`;

	function save({ database, now }: IdentityService, token: string, flow: Flow): Promise<void> {
		const expiresAt = epochSeconds(now()) + lifetimeSeconds;
		return saveArtifact(database, { model, id: token, payload: flow, expiresAt });
	}

	/** @returns by which the browser is known again */
	async function begin(service: IdentityService, flow: Flow): Promise<string> {
		const token = randomBytes(32).toString("base64url");
		await save(service, token, flow);
		return token;
	}

	function forget({ database }: IdentityService, token: string): Promise<void> {
		return deleteArtifact(database, model, token);
	}

	/** Forgets it. @returns the response, which takes the cookie away */
	async function end(service: IdentityService, token: string, response: Response): Promise<Response> {
		await forget(service, token);
		response.headers.append("set-cookie", tokenCookie(service, null));
		return response;
	}

	/** The one that this browser is on. @param cookies a request's Cookie header */
	async function find(
		{ database, config, now }: IdentityService,
		cookies: string | null,
	): Promise<{ token: string; flow: Flow } | null> {
		const token = readCookie(cookies, cookieName(config.issuer, name)) ?? "";
		if (!TOKEN.test(token)) return null;
		const row = await findArtifact(database, model, token);
		if (!row || (row.expires_at ?? 0) <= epochSeconds(now())) return null;
		return { token, flow: schema.parse(JSON.parse(row.payload)) };
	}

	/** @param token null takes the cookie away. @returns a Set-Cookie line */
	function tokenCookie({ config }: IdentityService, token: string | null): string {
		return cookieLine(config.issuer, { name, path, lifetimeSeconds }, token);
	}

	return { begin, save, forget, end, find, tokenCookie };
}
