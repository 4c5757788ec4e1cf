import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import type { z } from "zod";
import { type OperationName, operations } from "@/lib/contract/operations";
import { auditedWrite, requiredReason, type WriteDescription } from "../../audit/audited-write";
import { dashboardConfig } from "../../config";
import { type ServiceRequest, type ServiceResponse, TransportError } from "../../http/request";
import { logger } from "../../logger";
import { requireSecondEditor } from "../../proposals/require-second-editor";
import { permissionFor, type WriteName } from "../../resources/writes";
import { CommandLine, requireCommandLine } from "../../session/command-line";
import { requireActionPermission, requirePermission, type Session } from "../../session/session";
import { requireTokenRead, TokenReader } from "../../session/token-reader";
import { learnUsers } from "../seen";
import { accessToken, dropAccessToken, grantedScopes, learnFromRefusal, learnFromSuccess } from "./access-token";
import { inCall, newCall, referenceOfCall } from "./call-context";
import { kindOfTransport, ManagementError, type ManagementErrorKind } from "./errors";
import { readUnlessKnownOutage } from "./known-outage";
import { errorOf, noteAnomalies, secondsUntilReset } from "./response";
import { type Deadline, deadlineOfCall, hasTimeFor, LOOK_UP_WITHIN_MS, send } from "./send";
import { requireUserAccess } from "./user-guard";

type Call<Result> = {
	/** Values for the `{names}` in the operation's path. */
	path?: Record<string, string>;
	query?: Record<string, string | number | boolean | undefined>;
	body?: unknown;
	/** The schema of a successful response; left out where there is no body. */
	schema?: z.ZodType<Result>;
	/** Total time, where it is less than what the request has left. */
	withinMs?: number;
	/** It is to tell whether the tenant answers. */
	isCheck?: true;
	/** For the audit trail of a write; by default the target is the identifiers in the path. */
	audit?: Partial<WriteDescription<Result>>;
	/** Its name there, where the operation does several things. */
	writeName?: WriteName;
	/** Who acts, where it is not the admin whose session this request has. */
	actor?: Actor | undefined;
};

/** A command, which may do everything, or a program with a token of this console, which only reads. */
export type Actor = CommandLine | TokenReader;

/** The part of the request's time that a write leaves for a look-up and the page. */
const KEPT_AFTER_WRITE_MS = LOOK_UP_WITHIN_MS + 500;

const SUCCESSES: readonly number[] = [200, 201, 202, 204];
const RATE_LIMIT_WAIT_SECONDS_MAX = 2;
const RETRY_JITTER_MS_MAX = 250;
/** Timers count whole milliseconds of another clock, and may fire before the reset. */
const TIMER_EARLY_MS_MAX = 5;

/**
 * The only client of the management interface, with its access check: each operation needs its permission of the registry, a
 * write also a page of this origin, before any request is sent; some writes depend on the user whom they concern, or need a
 * second editor. The process of a command and a program with a token of this console have no session, and name their actor.
 * Writes are sent once; only a refused token is replaced and tried again. Each write is a row of the audit trail.
 * @throws SessionError, ManagementError, StoreError, WriteRefused
 */
export async function callManagement<Result = undefined>(name: OperationName, call: Call<Result>): Promise<Result> {
	const isWrite = operations[name].method !== "GET";
	const requireSession = isWrite ? requireActionPermission : requirePermission;
	const session = call.actor ? requireActor(call.actor, name) : await requireSession(permissionFor(name));
	const context = await newCall(session.subject);
	const run = () => inCall(context, () => perform(name, call, isWrite));
	if (!isWrite) return run();
	const { path, writeName = name, audit } = call;
	requiredReason(writeName, session, audit);
	const save = { id: path?.id ?? "", body: call.body, before: audit?.before };
	const decided = requireSecondEditor(name, save, call.actor);
	await requireUserAccess(name, session, call, callManagement);
	const target = Object.values(path ?? {}).join("/");
	return auditedWrite(writeName, session, context, { target, path, ...audit, decided }, run);
}

function requireActor(actor: Actor, name: OperationName): Session {
	return TokenReader.isOne(actor) ? requireTokenRead(actor, name) : requireCommandLine(actor);
}

async function perform<Result>(name: OperationName, call: Call<Result>, isWrite: boolean): Promise<Result> {
	const deadline = deadlineOfCall(call.withinMs, isWrite ? KEPT_AFTER_WRITE_MS : 0);
	const wire = wireRequest(name, call);
	const attempt = () => sendWithToken(name, wire, deadline);
	try {
		const response = isWrite ? await attempt() : await readFor(name, call, () => sendRead(attempt, deadline));
		if (!SUCCESSES.includes(response.status)) throw errorOf(response, name, grantedScopes());
		const value = read(response, call.schema, isWrite);
		learnFromSuccess(name);
		learnUsers(name, call, value);
		return value;
	} catch (cause) {
		const error =
			cause instanceof TransportError
				? new ManagementError(kindOfTransport(cause), { outcomeUnknown: isWrite && cause.sent, cause })
				: cause;
		if (error instanceof ManagementError) {
			report(name, error);
			learnFromRefusal(error);
		}
		throw error;
	}
}

async function sendWithToken(name: OperationName, wire: ServiceRequest, deadline: Deadline): Promise<ServiceResponse> {
	const sendWith = ({ value }: { value: string }) =>
		send("management", name, { ...wire, headers: { authorization: `Bearer ${value}`, ...wire.headers } }, deadline);
	const token = await accessToken(deadline);
	const response = await sendWith(token);
	if (response.status !== 401) return response;
	dropAccessToken(token);
	return sendWith(await accessToken(deadline));
}

/** A check, and a command, wait for a tenant that is known not to answer. */
function readFor<Result>(
	name: OperationName,
	{ isCheck, actor }: Pick<Call<unknown>, "isCheck" | "actor">,
	read: () => Promise<Result>,
): Promise<Result> {
	return isCheck || CommandLine.isOne(actor) ? read() : readUnlessKnownOutage(name, read);
}

/** Repeats a read once, after a short rate limit or an error of the service, where the deadline allows it. */
async function sendRead(attempt: () => Promise<ServiceResponse>, deadline: Deadline): Promise<ServiceResponse> {
	const first = attempt();
	const wait = await first.then(waitAfter, waitAfterFailure);
	if (wait === null || !hasTimeFor(wait + TIMER_EARLY_MS_MAX, deadline)) return first;
	await delay(wait + TIMER_EARLY_MS_MAX);
	return attempt();
}

/** Milliseconds until a retry; null: none. */
function waitAfter(response: ServiceResponse): number | null {
	if (response.status === 429) return waitForReset(secondsUntilReset(response.headers));
	return response.status < 500 ? null : Math.random() * RETRY_JITTER_MS_MAX;
}

function waitAfterFailure(error: unknown): number | null {
	if (error instanceof TransportError && error.kind === "broken") return Math.random() * RETRY_JITTER_MS_MAX;
	return error instanceof ManagementError && error.kind === "rate-limited"
		? waitForReset(error.retryAfterSeconds)
		: null;
}

function waitForReset(seconds = Number.POSITIVE_INFINITY): number | null {
	return seconds > RATE_LIMIT_WAIT_SECONDS_MAX ? null : seconds * 1000;
}

/** The request without its token, the same for each attempt. */
function wireRequest<Result>(name: OperationName, { path = {}, query = {}, body }: Call<Result>) {
	const operation = operations[name];
	const pathname = operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => encodePathSegment(path[parameter]));
	const url = new URL(dashboardConfig().management.baseUrl + pathname);
	for (const [parameter, value] of Object.entries(query)) {
		if (value !== undefined) url.searchParams.set(parameter, String(value));
	}
	// The tenant's log has it with the entry of the write.
	const correlation: Record<string, string> =
		operation.method === "GET" ? {} : { "x-correlation-id": referenceOfCall() };
	if (body === undefined) return { method: operation.method, url: url.href, headers: correlation };
	const headers = { "content-type": "application/json", ...correlation };
	return { method: operation.method, url: url.href, headers, body: JSON.stringify(body) };
}

/** URL parsing would remove "." and "..", so that another resource would be addressed. */
function encodePathSegment(value = ""): string {
	if (value === "" || value === "." || value === "..") throw new ManagementError("not-found");
	return encodeURIComponent(value.toWellFormed());
}

function read<Result>(response: ServiceResponse, schema: z.ZodType<Result> | undefined, isWrite: boolean): Result {
	if (!schema) return undefined as Result;
	try {
		const value: unknown = JSON.parse(response.text);
		noteAnomalies(response);
		return schema.parse(value);
	} catch (cause) {
		throw new ManagementError("not-understood", { status: response.status, outcomeUnknown: isWrite, cause });
	}
}

const FAULTS: readonly ManagementErrorKind[] = [
	"unavailable",
	"unreachable",
	"too-large",
	"headers-too-large",
	"redirected",
	"not-understood",
];

function report(operation: OperationName, error: ManagementError): void {
	const { kind, status, reference, outcomeUnknown } = error;
	const details = { operation, kind, status, reference, outcomeUnknown, cause: describe(error.cause) };
	if (FAULTS.includes(kind)) {
		logger.error(details, "the tenant gave no usable response");
	} else {
		logger.info(details, "the tenant refused a call");
	}
}

function describe(cause: unknown): string | undefined {
	if (!(cause instanceof Error)) return undefined;
	const inner = cause.cause instanceof Error ? `: ${cause.cause.message}` : "";
	return cause.name === "ZodError" ? "the response does not match the contract" : `${cause.message}${inner}`;
}
