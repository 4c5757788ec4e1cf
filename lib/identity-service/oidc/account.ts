import type { Account, FindAccount } from "oidc-provider";
import { SIGN_IN_FAILURES } from "@/lib/contract/log-entry";
import type { IdentityService } from "../context/identity-service";
import type { ServiceRequest } from "../context/service-request";
import { Refusal } from "../http/refusal";
import { type Attempt, connectionOfUser, nameInLog } from "../log/sign-ins";
import { html } from "../pages/html";
import { findUser, isBlocked, type UserRow } from "../store/users";

/** The claims of each scope of OpenID Connect Core 1.0 (section 5.4). */
export const CLAIMS_BY_SCOPE = {
	// `sid` is the session's identifier, the same as a refresh token's session_id in the management interface.
	openid: ["sub", "sid", "auth_time", "amr"],
	profile: ["name", "given_name", "family_name", "nickname", "picture", "updated_at"],
	email: ["email", "email_verified"],
};

/**
 * Finds a user as an OpenID Connect account; claims without a value are omitted. A blocked user is none: the library then
 * requires another sign-in despite a session, and refuses codes, refresh tokens and access tokens of before.
 */
export function findAccountOf(service: IdentityService): FindAccount {
	return (_ctx, userId, token) =>
		findAccount(service, userId, token && "sessionUid" in token ? token.sessionUid : undefined);
}

/** The same outside the library's endpoints. @param sessionUid of the token that the account's claims are for */
export async function findAccount(
	service: IdentityService,
	userId: string,
	sessionUid?: string,
): Promise<Account | undefined> {
	const user = await findUser(service.database, userId);
	if (!user || isBlocked(user)) return undefined;
	return {
		accountId: user.user_id,
		nameInLog: nameInLog(user),
		async claims(use) {
			return {
				sub: user.user_id,
				sid: use === "id_token" ? sessionUid : undefined,
				name: user.name,
				given_name: user.given_name ?? undefined,
				family_name: user.family_name ?? undefined,
				nickname: user.nickname ?? undefined,
				picture: pictureOf(service, user),
				updated_at: Math.floor(Date.parse(user.updated_at) / 1000),
				...(user.email === null ? {} : { email: user.email, email_verified: user.email_verified === 1 }),
			};
		},
	};
}

export const BLOCKED_ACCOUNT =
	"This account is blocked, so you can't sign in with it. Ask your administrator to unblock it.";

/**
 * To be called once a user has proven who it is, so that no one else learns of the block.
 * @param attempt for the log
 * @throws Refusal 403, in the vendor's words
 */
export async function requireUnblocked(
	{ database, log }: IdentityService,
	userId: string,
	attempt: Pick<Attempt, "request" | "client" | "connection">,
): Promise<void> {
	const user = await findUser(database, userId);
	if (user && isBlocked(user)) {
		const connection = attempt.connection ?? (await connectionOfUser(database, user));
		const whose = { ...attempt, connection, userId, userName: nameInLog(user) };
		log.add({ ...whose, type: "f", description: SIGN_IN_FAILURES.blocked });
		const page = { title: "This account is blocked", text: BLOCKED_ACCOUNT };
		throw new Refusal(403, "unauthorized", SIGN_IN_FAILURES.blocked, { problem: "blocked-account", page });
	}
}

export const AVATAR_PATH = "/avatar.svg";
const LETTERS_MAX = 2;
const DAY_SECONDS = 86_400;
/** Dark enough for white letters. */
const COLOURS = ["#3d4fc9", "#8a3ffc", "#a2195b", "#b42318", "#8a4b00", "#4d6600", "#0a6b4f", "#00637d"];

/** The URL of a user's own picture, else of one with the initials. */
export function pictureOf(
	{ config }: Pick<IdentityService, "config">,
	{ picture, given_name, family_name, name }: Pick<UserRow, "picture" | "given_name" | "family_name" | "name">,
): string {
	if (picture !== null) return picture;
	const words = given_name && family_name ? [given_name, family_name] : name.split(/\s+/);
	const initials = words.flatMap((word) => lettersOf(word).slice(0, 1)).slice(0, LETTERS_MAX);
	return `${config.issuer}${AVATAR_PATH.slice(1)}?${new URLSearchParams({ letters: initials.join("") })}`;
}

/** A picture of the letters in the query. */
export function handleAvatar(_: IdentityService, request: ServiceRequest): Response {
	const letters = lettersOf(request.url.searchParams.get("letters") ?? "").slice(0, LETTERS_MAX);
	const colour = COLOURS[letters.reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % COLOURS.length];
	const picture = html`<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128"><rect width="128" height="128" fill="${colour ?? null}"/><text x="64" y="64" dy=".35em" text-anchor="middle" font-family="sans-serif" font-size="52" fill="#fff">${letters.join("")}</text></svg>`;
	return new Response(picture.toString(), {
		headers: {
			"content-type": "image/svg+xml; charset=utf-8",
			"cache-control": `public, max-age=${DAY_SECONDS}`,
			"x-content-type-options": "nosniff",
			"content-security-policy": "default-src 'none'",
		},
	});
}

function lettersOf(text: string): string[] {
	return [...text.toUpperCase().matchAll(/\p{L}\p{M}{0,4}|\p{N}/gu)].map(([letter]) => letter);
}
