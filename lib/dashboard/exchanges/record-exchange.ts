import "server-only";
import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Insertable, Kysely } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { processWide } from "@/lib/process/process-wide";
import { request, type ServiceAnswer, type ServiceRequest, TransportError } from "../http/request";
import { logger } from "../logger";
import { currentCall } from "../management/call/call-context";
import { dashboardDatabase } from "../store/dashboard-database";
import type { DashboardSchema, ExchangeTable } from "../store/schema";
import { redactBody, redactHeaders } from "./redact";

export const EXCHANGES_KEPT = 100;
export const EXCHANGES_KEPT_HOURS = 24;

const FLUSH_AFTER_MS = 250;
const QUEUE_MAX = 500;

/** Called when it is written, after the response was used: redacting a body takes time. */
export type PendingExchange = () => Insertable<ExchangeTable>;
type Queue = { pending: PendingExchange[]; timer: NodeJS.Timeout | null };

const queue = processWide<Queue>("exchange-queue", () => ({ pending: [], timer: null }));

/** Queues an exchange to be written with others, at no cost to its call. */
export function queueExchange(exchange: PendingExchange): void {
	const state = queue.get();
	if (state.pending.length >= QUEUE_MAX) state.pending.shift();
	state.pending.push(exchange);
	state.timer ??= setTimeout(() => void flushExchanges(), FLUSH_AFTER_MS).unref();
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
		// One sync.
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

const ID_RANDOM_BYTES = 4;

/**
 * Sends a request and records the exchange for the admin whose call it belongs to.
 * @param operation its name in the list
 * @throws TransportError
 */
export async function recordedRequest(operation: string, wire: ServiceRequest): Promise<ServiceAnswer> {
	const call = currentCall();
	const start = performance.now();
	const at = new Date().toISOString();
	const record = (answer: ServiceAnswer | null, failure: string | null) => {
		if (!call) return;
		const milliseconds = Math.round(performance.now() - start);
		const { method, url, headers = {}, body } = wire;
		queueExchange(() => ({
			id: `${at}-${randomBytes(ID_RANDOM_BYTES).toString("hex")}`,
			...{ at, subject: call.subject, reference: call.reference, request_id: call.requestId },
			...{ operation, method, url, status: answer?.status ?? null, failure, milliseconds },
			request_headers: JSON.stringify(redactHeaders(headers)),
			request_body: redactBody(body, headers["content-type"] ?? ""),
			response_headers: JSON.stringify(answer ? redactHeaders(answer.headers) : {}),
			response_body: redactBody(answer?.text, "application/json"),
		}));
	};
	try {
		const answer = await request(wire);
		record(answer, null);
		return answer;
	} catch (error) {
		record(null, error instanceof TransportError ? [error.kind, error.code].filter(Boolean).join(": ") : "failed");
		throw error;
	}
}
