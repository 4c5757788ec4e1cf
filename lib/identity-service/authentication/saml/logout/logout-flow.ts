import { randomBytes } from "node:crypto";
import { z } from "zod";
import { readCookie } from "../../../http/cookie";
import type { IdentityService } from "../../../identity-service";
import { deleteArtifact, findArtifact, saveArtifact } from "../../../store/oidc-artifacts";

const MODEL = "SamlLogout";
const PATH = "/samlp";
/** How long the applications may take together. */
const LIFETIME_SECONDS = 10 * 60;
const TOKEN = /^[\w-]{43}$/;

const logoutFlow = z.strictObject({
	/** Who began, and is answered in the end: an application by its request, or one that has led here to sign out. */
	origin: z.discriminatedUnion("kind", [
		z.strictObject({
			kind: z.literal("request"),
			...{ clientId: z.string(), requestId: z.string(), nameId: z.string(), relayState: z.string().nullable() },
		}),
		z.strictObject({ kind: z.literal("address"), returnTo: z.string() }),
	]),
	/** `uid`s of the sessions that end; null: the browser's, which is known once it comes by itself. */
	sessions: z.array(z.string()).nullable(),
	/** Applications that are still to be told, each with what names its part; null: the sessions haven't ended yet. */
	waiting: z
		.array(
			z.strictObject({
				...{ clientId: z.string(), nameId: z.string(), nameIdFormat: z.string() },
				sessionIndexes: z.array(z.string()),
			}),
		)
		.nullable(),
	/** The one that is being told, and by which request. */
	asked: z.strictObject({ clientId: z.string(), requestId: z.string() }).nullable(),
	/** Whether an application could not be told, or did not sign out. */
	isPartial: z.boolean(),
});
/** A logout on its way from application to application. Here, since none of them is to have a hand in it. */
export type LogoutFlow = z.infer<typeof logoutFlow>;

/** @returns by which the browser is known again */
export async function beginLogout(service: IdentityService, flow: LogoutFlow): Promise<string> {
	const token = randomBytes(32).toString("base64url");
	await saveLogout(service, token, flow);
	return token;
}

export function saveLogout({ database }: IdentityService, token: string, flow: LogoutFlow): Promise<void> {
	return saveArtifact(database, { model: MODEL, id: token, payload: flow, expiresAt: seconds() + LIFETIME_SECONDS });
}

export function endLogout({ database }: IdentityService, token: string): Promise<void> {
	return deleteArtifact(database, MODEL, token);
}

/** The logout that this browser is on. @param cookies a request's Cookie header */
export async function findLogout(
	{ database, config }: IdentityService,
	cookies: string | null,
): Promise<{ token: string; flow: LogoutFlow } | null> {
	const token = readCookie(cookies, cookieName(config.issuer)) ?? "";
	if (!TOKEN.test(token)) return null;
	const row = await findArtifact(database, MODEL, token);
	if (!row || (row.expires_at ?? 0) <= seconds()) return null;
	return { token, flow: logoutFlow.parse(JSON.parse(row.payload)) };
}

/** @param token null takes the cookie away. @returns a Set-Cookie line */
export function logoutCookie({ config: { issuer } }: IdentityService, token: string | null): string {
	return [
		`${cookieName(issuer)}=${token ?? ""}`,
		`Path=${PATH}`,
		`Max-Age=${token === null ? 0 : LIFETIME_SECONDS}`,
		"HttpOnly",
		"SameSite=Lax",
		...(issuer.startsWith("https:") ? ["Secure"] : []),
	].join("; ");
}

function cookieName(issuer: string): string {
	const { protocol, port } = new URL(issuer);
	return protocol === "https:" ? "__Secure-identity-service.logout" : `identity-service.logout.${port || "80"}`;
}

function seconds(): number {
	return Math.floor(Date.now() / 1000);
}
