import "server-only";
import { performance } from "node:perf_hooks";
import type { Insertable, Kysely, Selectable } from "kysely";
import { z } from "zod";
import { inTransaction } from "@/lib/database/in-transaction";
import { processWide } from "@/lib/process/process-wide";
import { type ServiceRequest, type ServiceResponse, TransportError } from "../http/request";
import { logger } from "../logger";
import type { CallContext } from "../management/call/call-context";
import { requirePermission } from "../session/session";
import { dashboardDatabase, fromNow } from "../store/dashboard-database";
import type { DashboardSchema } from "../store/schema";
import { redactBody, redactHeaders } from "./redact";

export type ExchangeSummary = Pick<
	Selectable<DashboardSchema["exchanges"]>,
	"id" | "at" | "reference" | "operation" | "method" | "url" | "status" | "failure" | "milliseconds"
>;

export type Exchange = ExchangeSummary & {
	requestId: string | null;
	requestHeaders: Record<string, string>;
	requestBody: string | null;
	responseHeaders: Record<string, string>;
	responseBody: string | null;
};

const columns = [
	...(["id", "at", "reference", "operation", "method"] as const),
	...(["url", "status", "failure", "milliseconds"] as const),
];

/** Failures besides no response and 5xx: the service rejects the console. Other 4xx concern the request. */
const REFUSALS = [401, 403, 429];

export type ExchangeChoice = { reference: string } | "failed" | null;

/** This admin's last exchanges with the service, newest first. @throws SessionError */
export async function listOwnExchanges(choice: ExchangeChoice): Promise<ExchangeSummary[]> {
	const { subject } = await requirePermission("seeApiCalls");
	await flushExchanges();
	const database = await dashboardDatabase();
	let query = database.selectFrom("exchanges").select(columns).where("subject", "=", subject);
	if (choice === "failed") {
		query = query.where(({ or, eb }) =>
			or([eb("status", "is", null), eb("status", "in", REFUSALS), eb("status", ">=", 500)]),
		);
	} else if (choice) query = query.where("reference", "=", choice.reference);
	return query.where("at", ">=", fromNow(-EXCHANGES_KEPT_MS)).orderBy("id", "desc").limit(EXCHANGES_KEPT).execute();
}

const headers = z.record(z.string(), z.string());

/** One of this admin's exchanges; null where there is none. */
export async function findOwnExchange(id: string): Promise<Exchange | null> {
	const { subject } = await requirePermission("seeApiCalls");
	await flushExchanges();
	const database = await dashboardDatabase();
	const row = await database
		.selectFrom("exchanges")
		.selectAll()
		.where("id", "=", id)
		.where("subject", "=", subject)
		.where("at", ">=", fromNow(-EXCHANGES_KEPT_MS))
		.executeTakeFirst();
	if (!row) return null;
	const { request_id, request_headers, request_body, response_headers, response_body, ...rest } = row;
	return {
		...rest,
		requestId: request_id,
		requestHeaders: headers.parse(JSON.parse(request_headers)),
		requestBody: request_body,
		responseHeaders: headers.parse(JSON.parse(response_headers)),
		responseBody: response_body,
	};
}

export const EXCHANGES_KEPT = 100;
export const EXCHANGES_KEPT_HOURS = 24;
const EXCHANGES_KEPT_MS = EXCHANGES_KEPT_HOURS * 3600 * 1000;

const FLUSH_AFTER_MS = 250;
const QUEUE_MAX = 500;

/** Called when the exchange is written, after the response was used: redacting a body takes time. */
export type PendingExchange = () => Insertable<DashboardSchema["exchanges"]>;
type Queue = { pending: PendingExchange[]; timer: NodeJS.Timeout | null };

const queue = processWide<Queue>("exchange-queue", () => ({ pending: [], timer: null }));

/** Queues an exchange to be written with others, without delay for its call. */
export function queueExchange(exchange: PendingExchange): void {
	const state = queue.get();
	if (state.pending.length >= QUEUE_MAX) state.pending.shift();
	state.pending.push(exchange);
	// Of a queue that was forgotten with its store, nothing is written to another one.
	const flush = () => void (queue.get() === state && flushExchanges());
	state.timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref();
}

/** Writes the queue, and prunes the list. A failure of the store is logged. */
export async function flushExchanges(): Promise<void> {
	const state = queue.get();
	if (state.timer) clearTimeout(state.timer);
	state.timer = null;
	const pending = state.pending.splice(0);
	if (pending.length === 0) return;
	try {
		const rows = pending.map((exchange) => exchange());
		// One sync for all.
		await inTransaction(await dashboardDatabase(), async (transaction) => {
			await transaction.insertInto("exchanges").values(rows).execute();
			for (const subject of new Set(rows.map((row) => row.subject))) await prune(transaction, subject);
		});
	} catch (error) {
		logger.warn({ err: error }, "exchanges could not be noted");
	}
}

async function prune(database: Kysely<DashboardSchema>, subject: string): Promise<void> {
	const last = await database
		.selectFrom("exchanges")
		.select("id")
		.where("subject", "=", subject)
		.orderBy("id", "desc")
		.offset(EXCHANGES_KEPT)
		.limit(1)
		.executeTakeFirst();
	if (!last) return;
	await database.deleteFrom("exchanges").where("subject", "=", subject).where("id", "<=", last.id).execute();
}

/** `at`: ISO 8601 UTC; `start` is on the monotonic clock. */
type SentRequest = {
	id: string;
	at: string;
	start: number;
	call: CallContext;
	operation: string;
	wire: ServiceRequest;
};

/** Records an exchange for the admin whose call it belongs to. @param error where there is no response */
export function recordExchange(sent: SentRequest, response: ServiceResponse | null, error: unknown): void {
	const { id, at, start, call, operation, wire } = sent;
	const { method, url, headers = {}, body } = wire;
	const milliseconds = Math.round(performance.now() - start);
	queueExchange(() => ({
		id,
		at,
		subject: call.subject,
		reference: call.reference,
		request_id: call.requestId,
		operation,
		method,
		url,
		status: response?.status ?? null,
		failure: response ? null : failureOf(error),
		milliseconds,
		request_headers: JSON.stringify(redactHeaders(headers)),
		request_body: redactBody(body, headers["content-type"] ?? ""),
		response_headers: JSON.stringify(response ? redactHeaders(response.headers) : {}),
		response_body: redactBody(response?.text, "application/json"),
	}));
}

function failureOf(error: unknown): string {
	return error instanceof TransportError ? [error.kind, error.code].filter(Boolean).join(": ") : "failed";
}
