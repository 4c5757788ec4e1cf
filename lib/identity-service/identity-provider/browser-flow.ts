import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { cookieLine, cookieName, readCookie } from "../http/cookie";
import { deleteArtifact, findArtifact, saveArtifact } from "../store/oidc-artifacts";

const TOKEN = /^[\w-]{43}$/;

type FlowKind<Flow> = {
	/** Of the stored artifact. */
	model: string;
	schema: z.ZodType<Flow>;
	/** Of the cookie: the browser sends it with requests below this path. */
	path: string;
	/** Part of the cookie's name. */
	cookie: string;
	lifetimeSeconds: number;
};

/**
 * The state of what one browser does over several pages and sites. It is stored here, and the browser has a token for it
 * in a cookie, so that none of the sites can change it.
 */
export function browserFlow<Flow extends object>({ model, schema, path, cookie, lifetimeSeconds }: FlowKind<Flow>) {
	const name = `identity-service.${cookie}`;

	function save({ database, now }: IdentityService, token: string, flow: Flow): Promise<void> {
		const expiresAt = epochSeconds(now()) + lifetimeSeconds;
		return saveArtifact(database, { model, id: token, payload: flow, expiresAt });
	}

	/** @returns the token of the new flow, for the cookie */
	async function begin(service: IdentityService, flow: Flow): Promise<string> {
		const token = randomBytes(32).toString("base64url");
		await save(service, token, flow);
		return token;
	}

	function forget({ database }: IdentityService, token: string): Promise<void> {
		return deleteArtifact(database, model, token);
	}

	/** Deletes the flow. @returns the response, which clears the cookie as well */
	async function end(service: IdentityService, token: string, response: Response): Promise<Response> {
		await forget(service, token);
		response.headers.append("set-cookie", tokenCookie(service, null));
		return response;
	}

	/** The flow of this browser. @param cookies a request's Cookie header */
	async function find(
		{ database, config, now }: IdentityService,
		cookies: string | null,
	): Promise<{ token: string; flow: Flow } | null> {
		const token = readCookie(cookies, cookieName(config.issuer, name)) ?? "";
		if (!TOKEN.test(token)) return null;
		const row = await findArtifact(database, model, token);
		if (!row || (row.expires_at ?? 0) <= epochSeconds(now())) return null;
		// One that another release began may have another shape: it is found no more than one that has ended.
		const { data: flow } = schema.safeParse(JSON.parse(row.payload));
		return flow ? { token, flow } : null;
	}

	/** @param token null clears the cookie. @returns a Set-Cookie line */
	function tokenCookie({ config }: IdentityService, token: string | null): string {
		return cookieLine(config.issuer, { name, path, lifetimeSeconds }, token);
	}

	return { begin, save, forget, end, find, tokenCookie };
}
