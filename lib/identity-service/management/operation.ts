import { z } from "zod";
import { type OperationName, operations, type PartName } from "@/lib/contract/operations";
import { inTransaction } from "@/lib/database/in-transaction";
import type { IdentityService } from "../context/identity-service";
import type { Caller, ServiceRequest } from "../context/service-request";
import { decodePairs, type FormFields, readBody } from "../http/read-body";
import { Refusal } from "../http/refusal";
import { respond } from "../http/respond";
import type { Requester } from "../log/endings";
import { nameInLog } from "../log/sign-ins";
import type { IdentityServiceDatabase } from "../store/schema";
import { findUser } from "../store/users";
import { callerOf, requireAccess } from "./access";
import { changeEntry, logRefusals, requesterOf } from "./change-log";
import { validate } from "./validation";

/** Absent schemas: no parameters, no body. */
type Declared<Path = unknown, Query = unknown, Body = unknown> = {
	path?: z.ZodType<Path>;
	query?: z.ZodType<Query>;
	/** `form`: how the body is written as a form; absent: it is JSON only. */
	body?: { schema: z.ZodType<Body>; form?: FormFields };
	globalClientsOnly?: true;
	/**
	 * The token's scopes count only while its client has them: the caller could pass on to another client, or learn the
	 * secret of one that has, what was taken from its own.
	 */
	currentScopesOnly?: true;
	/** What needs one of its scopes as well. */
	part?: PartName;
	/** What OpenAPI's schemas can't express of it. */
	description?: string;
	/** The scopes that the text of the 403 names, where they are not the required ones. */
	scopesNamedInRefusal?: readonly string[];
	/** Of a success. Absent: that of the method. */
	status?: 200 | 202 | 204;
	/** The body of a success, exactly. Absent: none (202, 204). */
	response?: z.ZodType;
	/** 204 without a body where `run` has nothing to do, and returns undefined. */
	mayBeEmpty?: true;
	/** Error statuses of its own, beside those of every operation. */
	refusals?: readonly (404 | 409)[];
	/** What it does, in the log: "Update a session". Of all that change something. */
	action?: string;
	/** What its entry says of a body beside that: nothing that may be a secret. */
	logged?: (body: Body) => { action?: string; changes?: Record<string, unknown> };
	/**
	 * What `run` of an operation with an action is in: a transaction around it, in which its entry is written. `own`: it does
	 * what must not hold a transaction, and has one of its own, in which it calls `record`.
	 */
	transaction?: "own";
};

type Input<Path, Query, Body> = {
	path: Path;
	query: Query;
	body: Body;
	caller: Caller;
	/** Of the response: `run` may add to them. */
	headers: Record<string, string>;
	/** For entries of the log beside the operation's own. */
	requester: Requester;
	/** Writes the operation's entry. */
	record: RecordEntry;
	/** Notes the user whom the operation concerns, for its entry, where neither path nor response names it. */
	concerns: (userId: string) => void;
};
type Run<Path, Query, Body> = (service: IdentityService, input: Input<Path, Query, Body>) => Promise<unknown>;
/** @param transaction of the operation's own @param result where the status depends on it */
export type RecordEntry = (transaction: IdentityServiceDatabase, result?: unknown) => Promise<void>;

const STATUS = { GET: 200, PATCH: 200, POST: 201, DELETE: 204 } as const;

type NoParameters = Record<string, never>;
const noParameters = z.strictObject({});

/** An operation as an endpoint: method, path and scopes of the contract, its description, and its handler. */
export type ManagementOperation = ReturnType<typeof operation>;

/** Declares an operation of the management interface: path, query and body → validation → `run` → response. */
export function operation<Path = NoParameters, Query = NoParameters, Body = undefined>(
	name: OperationName,
	{ run, ...declared }: Declared<Path, Query, Body> & { run: Run<Path, Query, Body> },
) {
	const { method } = operations[name];
	const { scopesNamedInRefusal, globalClientsOnly, currentScopesOnly, part, status = STATUS[method] } = declared;
	const { action, transaction } = declared;
	return {
		...operations[name],
		name,
		status,
		declared: declared as Declared,
		authenticate: logRefusals(
			name,
			requireAccess(name, { scopesNamedInRefusal, globalClientsOnly, currentScopesOnly, part }),
		),
		handle: logRefusals(name, async (service: IdentityService, request: ServiceRequest): Promise<Response> => {
			const sent = { path: decodePath(request.parameters), query: decodeQuery(request.url.search) };
			const path = validate<unknown>("path", declared.path ?? noParameters, sent.path) as Path;
			const query = validate<unknown>("query", declared.query ?? noParameters, sent.query) as Query;
			const body = declared.body && (await readBody(request, declared.body.form ?? null));
			const caller = callerOf(request);
			const requester = requesterOf(request, caller);
			const statusOf = (result: unknown) => (declared.mayBeEmpty && result === undefined ? 204 : status);
			let userId = userIn(path);
			const validBody = declared.body ? validate("body", declared.body.schema, body) : (undefined as Body);
			const record = async (transaction: IdentityServiceDatabase, result?: unknown) => {
				const concerned = userId ?? userIn(result);
				const user = concerned === undefined ? null : await findUser(transaction, concerned);
				// A deletion of what is not there succeeds as well.
				const isFound = method !== "DELETE" || concerned !== undefined;
				const outcome = { type: "sapi", statusCode: statusOf(result), isFound } as const;
				const entry = changeEntry(service, name, request, requester, outcome);
				const { action: description = action, changes } = declared.logged?.(validBody) ?? {};
				return service.log.record(transaction, {
					...entry,
					description,
					userId: concerned,
					userName: user && nameInLog(user),
					details: { ...entry.details, ...(changes && { changes }) },
				});
			};
			const input = {
				path,
				query,
				headers: {},
				body: validBody,
				caller,
				requester,
				record,
				concerns: (id: string) => {
					userId = id;
				},
			};
			if (action === undefined || transaction === "own") {
				const result = await run(service, input);
				return respond(statusOf(result), result, input.headers);
			}
			const changed = await inTransaction(service.database, async (database) => {
				const result = await run({ ...service, database }, input);
				await record(database, result);
				return result;
			});
			return respond(statusOf(changed), changed, input.headers);
		}),
	};
}

/** The user of a path or of a response. */
function userIn(named: unknown): string | undefined {
	return (named as { user_id?: string } | undefined)?.user_id;
}

/** @throws Refusal 400 for broken percent-encoding */
function decodePath(parameters: Record<string, string>): Record<string, string> {
	try {
		return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)]));
	} catch {
		throw new Refusal(400, "invalid_uri", "Path validation error: 'Broken percent-encoding'.");
	}
}

/**
 * Query parameters; one that is sent twice becomes an array, which only schemas of several texts accept.
 * @throws Refusal 400 for broken percent-encoding
 */
function decodeQuery(search: string): Record<string, string | string[]> {
	try {
		const byName = Map.groupBy(decodePairs(search.slice(1)), ([name]) => name);
		return Object.fromEntries(
			Array.from(byName, ([name, pairs]) => {
				const values = pairs.map(([, value]) => value);
				return [name, values.length === 1 ? (values[0] ?? "") : values];
			}),
		);
	} catch {
		throw new Refusal(400, "invalid_query_string", "Query validation error: 'Broken percent-encoding'.");
	}
}
