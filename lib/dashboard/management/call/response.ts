import "server-only";
import type { IncomingHttpHeaders } from "node:http";
import { cache } from "react";
import {
	authenticationErrorBody,
	managementErrorBody,
	RATE_LIMIT_HEADER,
	RATE_REMAINING_HEADER,
	RATE_RESET_HEADER,
} from "@/lib/contract/error";
import { JSON_DEPTH_MAX } from "@/lib/contract/limits";
import { isolated } from "@/lib/contract/name-or-id";
import { isGranted, type OperationName, operations, scopesInWords } from "@/lib/contract/operations";
import { processWide } from "@/lib/process/process-wide";
import { jsonIn, type ServiceResponse } from "../../http/request";
import { inShort, NAMES_MAX } from "../../in-short";
import { logger } from "../../logger";
import { writeEntry } from "../../resources/writes";
import { currentCall } from "./call-context";
import { ManagementError, type ManagementErrorKind } from "./errors";

// What a response of the tenant tells: its rate limit, its error, and what is lost where it is parsed.

const WAIT_SECONDS_MIN = 1;
const WAIT_SECONDS_MAX = 60;

function numberIn(headers: IncomingHttpHeaders, name: string): number {
	const value = headers[name.toLowerCase()];
	return typeof value === "string" && /^\d{1,15}(\.\d+)?$/.test(value.trim()) ? Number(value) : Number.NaN;
}

/** The service's clock where the response has it: so a wrong local clock does not change the wait. */
function clockOf(headers: IncomingHttpHeaders, fallback: number): number {
	const date = Date.parse(headers.date ?? "");
	return Number.isNaN(date) ? fallback : date;
}

/**
 * Seconds until a retry, from `X-RateLimit-Reset` (seconds since the epoch) or `Retry-After` (seconds), clamped to 1
 * to 60.
 */
export function secondsUntilReset(headers: IncomingHttpHeaders, now: number = Date.now()): number {
	const reset = numberIn(headers, RATE_RESET_HEADER);
	const after = numberIn(headers, "retry-after");
	const wait = Number.isFinite(reset) ? Math.ceil(reset - clockOf(headers, now) / 1000) : Math.ceil(after);
	if (!Number.isFinite(wait)) return WAIT_SECONDS_MIN;
	return Math.min(Math.max(wait, WAIT_SECONDS_MIN), WAIT_SECONDS_MAX);
}

/** `resetsAt` and `seenAt` are milliseconds since the epoch of this clock. */
export type RateGauge = { limit: number; remaining: number; resetsAt: number | null; seenAt: number };

/** Whether less than a quarter of the limit is left: background requests leave that to others. */
export function isLimitNear(gauge: RateGauge | null): boolean {
	return gauge !== null && gauge.remaining < gauge.limit / 4;
}

/** Null where the response has no limit. */
export function rateGaugeOf(headers: IncomingHttpHeaders, now: number = Date.now()): RateGauge | null {
	const limit = numberIn(headers, RATE_LIMIT_HEADER);
	const remaining = numberIn(headers, RATE_REMAINING_HEADER);
	if (!(limit > 0) || !Number.isFinite(remaining)) return null;
	const reset = numberIn(headers, RATE_RESET_HEADER);
	const resetsAt = Number.isFinite(reset) ? now + Math.max(0, reset * 1000 - clockOf(headers, now)) : null;
	return { limit, remaining: Math.min(remaining, limit), resetsAt, seenAt: now };
}

const lastGauge = processWide<RateGauge | null>("rate-gauge", () => null);

/** The rate limit in the management interface's last response; null before there was one. */
export function lastRateGauge(): RateGauge | null {
	return lastGauge.get();
}

export function noteRateGauge(headers: IncomingHttpHeaders): void {
	lastGauge.set(rateGaugeOf(headers) ?? lastGauge.get());
}

const SERVICE_MESSAGE_LENGTH_MAX = 1000;

/** The message of an error response of either interface; undefined for any other. */
export function messageIn(response: Pick<ServiceResponse, "text">): string | undefined {
	const json = jsonIn(response);
	const management = managementErrorBody.safeParse(json);
	if (management.success) return isolated(management.data.message.slice(0, SERVICE_MESSAGE_LENGTH_MAX));
	const authentication = authenticationErrorBody.safeParse(json);
	if (!authentication.success) return undefined;
	const { error, error_description } = authentication.data;
	return isolated((error_description ?? error).slice(0, SERVICE_MESSAGE_LENGTH_MAX));
}

const KINDS: Readonly<Record<number, ManagementErrorKind>> = {
	400: "rejected",
	413: "rejected",
	414: "rejected",
	415: "rejected",
	422: "rejected",
	431: "rejected",
	401: "credentials",
	403: "forbidden",
	404: "not-found",
	409: "conflict",
	429: "rate-limited",
	300: "redirected",
	301: "redirected",
	302: "redirected",
	303: "redirected",
	305: "redirected",
	307: "redirected",
	308: "redirected",
};

/**
 * The error of a response that is not a success. Only 4xx means that a write was not carried out: redirects and 5xx may
 * follow a completed write.
 * @param granted the scopes of the access token; null where they are not known
 */
export function errorOf(
	response: ServiceResponse,
	name: OperationName,
	granted: readonly string[] | null,
): ManagementError {
	const { status } = response;
	const isWrite = operations[name].method !== "GET";
	const serviceMessage = messageIn(response);
	const errorCode = managementErrorBody.safeParse(jsonIn(response)).data?.errorCode;
	const isScope = status === 403 && errorCode === "insufficient_scope";
	const scopes = isScope ? missingScopes(serviceMessage, name, granted) : null;
	const kind = scopes === null ? (KINDS[status] ?? (status >= 500 ? "unavailable" : "not-understood")) : "scope";
	return new ManagementError(kind, {
		status,
		serviceMessage,
		errorCode,
		outcomeUnknown: isWrite && !(status >= 400 && status < 500),
		...(scopes !== null && { scopes }),
		...(kind === "conflict" && { isNameTaken: isNameTaken(name, serviceMessage) }),
		...(kind === "rate-limited" && { retryAfterSeconds: secondsUntilReset(response.headers) }),
	});
}

/** The sentence of the one 403 that a scope would prevent; others have the same code, and many another one. */
const SCOPE_REFUSAL = /^Insufficient scope[,;] expected(?: (any|all) of)?: *(\S.*?)\.?$/;

/**
 * The scopes that a 403 is about, in words: those of the operation, because the message may name another one; those of the
 * message where the token has the operation's, so that the content of the request needs more. Null: none is missing.
 */
function missingScopes(message = "", name: OperationName, granted: readonly string[] | null): string | null {
	const [, quantity, named] = SCOPE_REFUSAL.exec(message) ?? [];
	if (named === undefined) return null;
	if (!granted || !isGranted(name, granted)) return scopesInWords(name);
	return named.split(/[,\s]+/).join(quantity === "all" ? " and " : " or ");
}

/** Whether a 409 is about the name that a write gives. A name stands in words of its own in each of these sentences. */
function isNameTaken(name: OperationName, message = ""): boolean {
	const entry = writeEntry(name);
	return !!(entry?.isCreate || entry?.namePart) && /\bname\b/i.test(message) && /already exists/i.test(message);
}

/** Per page that is rendered. */
const notesOfRequest = cache((): Set<string> => new Set());

/** Anomalies of the service's responses to this page: sentences to show before anything is saved. */
export function responseNotes(): string[] {
	return [...notesOfRequest()];
}

/**
 * Records what is lost when a response is parsed: invalid UTF-8, and duplicate keys.
 * @param response in valid JSON
 * @throws SyntaxError where it is nested too deep
 */
export function noteAnomalies({ text, isDamaged }: ServiceResponse): void {
	const notes = isDamaged
		? [
				"The tenant's response is not valid UTF-8: where it is not, “\uFFFD” is shown, and saving would write just that.",
			]
		: [];
	const keys = duplicateKeys(text);
	for (const key of keys.slice(0, NAMES_MAX)) {
		notes.push(
			`The tenant's response has the key “${isolated(inShort(key))}” more than once: only the last value is shown, and saving keeps just that one.`,
		);
	}
	if (keys.length > NAMES_MAX) notes.push(`The same holds for ${keys.length - NAMES_MAX} more keys.`);
	for (const note of notes) notesOfRequest().add(note);
	if (notes.length > 0)
		logger.warn({ reference: currentCall()?.reference, isDamaged }, "an odd response of the tenant");
}

/** A text that ends within quotes is matched to its end: the search does not begin again at each of its quotes. */
const TOKEN = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)(?:\s*:)?|[{}[\]]/g;

/**
 * Duplicate keys in any object of a JSON text, which has to be valid. `JSON.parse` silently keeps the last value, so
 * saving such an object would lose data.
 * @throws SyntaxError where it is nested too deep for what walks it
 */
export function duplicateKeys(text: string): string[] {
	const open: (Set<string> | null)[] = [];
	const found = new Set<string>();
	for (const [token] of text.matchAll(TOKEN)) {
		if (open.length > JSON_DEPTH_MAX) throw new SyntaxError("nested too deep");
		if (token === "{") open.push(new Set());
		else if (token === "[") open.push(null);
		else if (token === "}" || token === "]") open.pop();
		else if (token.endsWith(":")) {
			const key: string = JSON.parse(token.slice(0, token.lastIndexOf('"') + 1));
			const keys = open.at(-1);
			if (keys?.has(key)) found.add(key);
			keys?.add(key);
		}
	}
	return [...found];
}
