import "server-only";
import { processWide } from "@/lib/process/process-wide";
import { logInRequest } from "../logger";
import { bestEffort, fromNow } from "../store/dashboard-database";
import { findConsoleToken, rightsOf, stateOf, type TokenRow } from "./console-tokens";
import type { TokenRights } from "./token-rights";

/** How exactly the last use is noted, and how often that a token was refused: a forgotten program asks on for months. */
const NOTED_EVERY_MS = 3_600_000;
/** Of one token, at each instance of the console. */
const REQUESTS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** What a request with a token asks for. `realm` is for the client's own list of passwords. */
export type Asked = {
	rights: TokenRights;
	realm: string;
	/** Also as the password of Basic authentication (RFC 7617), with any user name: what feed readers can do. */
	isBasic?: true;
};

/** Of all that programs read but the feed. */
export const FOR_PROGRAMS: Asked = { rights: "read", realm: "Identity Console" };
/** Of programs that propose changes of templates. */
export const TO_PROPOSE: Asked = { rights: "propose", realm: "Identity Console" };

/** The rights of the tokens that open what asks for rights: one that proposes reads nothing. */
const OPENED_BY: Record<TokenRights, readonly TokenRights[]> = {
	feed: ["feed", "read"],
	read: ["read"],
	propose: ["propose"],
};

type Admitted = { token: TokenRow; refusal?: undefined } | { token?: undefined; refusal: Response };

/**
 * Lets a request in that has a token of this console which works and has the rights, in the `Authorization` header: a log of
 * URLs never has one. No session counts here. Whatever is wrong with a token, the refusal is the same.
 */
export async function admitToken(headers: Headers, asked: Asked): Promise<Admitted> {
	const token = await workingToken(headers.get("authorization"), asked);
	if (!token) return { refusal: unknownToken(asked) };
	const seconds = secondsToWait(token.id);
	if (seconds > 0) return { refusal: tooMany(seconds) };
	await noteUse(token);
	logInRequest("info", { token: token.id, for: asked.realm }, "a read token was used");
	return { token };
}

/** The token in a header, if it works and has the rights; it is not counted as a request. */
export async function workingToken(authorization: string | null, asked: Asked): Promise<TokenRow | null> {
	const text = tokenIn(authorization ?? "", asked);
	const found = text ? await findConsoleToken(text) : null;
	if (!found) return null;
	const state = await stateOf(found);
	if (state === "works" && OPENED_BY[asked.rights].includes(rightsOf(found))) return found;
	logRefusal(found, state);
	return null;
}

/** By token: when the log was last told of a refusal. */
const refusals = processWide("refusals-of-tokens", () => new Map<string, number>());

function logRefusal({ id, rights }: TokenRow, state: string, now = Date.now()): void {
	const last = refusals.get().get(id) ?? 0;
	if (now - last < NOTED_EVERY_MS && now >= last) return;
	refusals.get().set(id, now);
	logInRequest("warn", { token: id, state, rights }, "a read token was refused");
}

function tokenIn(authorization: string, { isBasic }: Asked): string | undefined {
	const [, scheme = "", credentials = ""] = /^(basic|bearer) +([\w+/=-]{1,512})$/i.exec(authorization) ?? [];
	if (scheme.toLowerCase() === "bearer") return credentials;
	if (!isBasic) return undefined;
	return /^[^:]*:(.+)$/s.exec(Buffer.from(credentials, "base64").toString())?.[1];
}

/** By token: when its minute began, and how many requests came in it. There are few tokens, and each has one entry. */
const requests = processWide("requests-of-tokens", () => new Map<string, { since: number; count: number }>());

/** Counts a request. @returns 0 where there is room for it */
function secondsToWait(id: string, now = Date.now()): number {
	const known = requests.get().get(id);
	const isOver = !known || now - known.since >= MINUTE_MS || now < known.since;
	const current = isOver ? { since: now, count: 0 } : known;
	current.count += 1;
	requests.get().set(id, current);
	return current.count <= REQUESTS_PER_MINUTE ? 0 : Math.ceil((current.since + MINUTE_MS - now) / 1000);
}

async function noteUse({ id, last_used_at }: TokenRow): Promise<void> {
	if ((last_used_at ?? "") >= fromNow(-NOTED_EVERY_MS)) return;
	await bestEffort("that a token was used", (store) =>
		store
			.updateTable("console_tokens")
			.set({ last_used_at: fromNow(0) })
			.where("id", "=", id)
			.execute(),
	);
}

function unknownToken(asked: Asked): Response {
	return refused(401, expectationOf(asked), challengeOf(asked));
}

/** What a request lacks that has no token that works, in a sentence. */
export function expectationOf({ rights, isBasic }: Asked): string {
	const orElse = isBasic ? ", or as the password of Basic authentication" : "";
	const what = rights === "propose" ? "token of this console that proposes" : "read token of this console";
	return `A ${what} is expected in the Authorization header${orElse}.`;
}

/** The header with which such a request is refused. */
export function challengeOf({ realm, isBasic }: Asked) {
	const schemes = [...(isBasic ? [`Basic realm="${realm}", charset="UTF-8"`] : []), `Bearer realm="${realm}"`];
	return { "www-authenticate": schemes.join(", ") };
}

function tooMany(seconds: number): Response {
	const message = `More than ${REQUESTS_PER_MINUTE} requests in a minute came with this token. Try again in ${seconds} s.`;
	return refused(429, message, { "retry-after": String(seconds) });
}

/** A refusal of a request with a token, as JSON that no cache stores. */
export function refused(status: number, message: string, headers: Record<string, string> = {}): Response {
	return Response.json({ error: message }, { status, headers: { "cache-control": "private, no-store", ...headers } });
}
