import "server-only";
import type { Selectable } from "kysely";
import { z } from "zod";
import { requireRole } from "../session/session";
import { dashboardDatabase } from "../store/dashboard-database";
import type { ExchangeTable } from "../store/schema";
import { EXCHANGES_KEPT, EXCHANGES_KEPT_HOURS, flushExchanges } from "./record-exchange";

export type ExchangeSummary = Pick<
	Selectable<ExchangeTable>,
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

/** Failures besides no response and 5xx: the service rejects the console. Other 4xx concern what was sent. */
const REFUSALS = [401, 403, 429];

function oldestKept(): string {
	return new Date(Date.now() - EXCHANGES_KEPT_HOURS * 3600 * 1000).toISOString();
}

export type ExchangeChoice = { reference: string } | "failed" | null;

/** This admin's last exchanges with the service, newest first. @throws SessionError */
export async function listOwnExchanges(choice: ExchangeChoice): Promise<ExchangeSummary[]> {
	const { subject } = await requireRole("viewer");
	await flushExchanges();
	const database = await dashboardDatabase();
	let query = database.selectFrom("exchanges").select(columns).where("subject", "=", subject);
	if (choice === "failed") {
		query = query.where(({ or, eb }) =>
			or([eb("status", "is", null), eb("status", "in", REFUSALS), eb("status", ">=", 500)]),
		);
	} else if (choice) query = query.where("reference", "=", choice.reference);
	return query.where("at", ">=", oldestKept()).orderBy("id", "desc").limit(EXCHANGES_KEPT).execute();
}

const headers = z.record(z.string(), z.string());

/** One of this admin's exchanges; null where there is none. */
export async function findOwnExchange(id: string): Promise<Exchange | null> {
	const { subject } = await requireRole("viewer");
	await flushExchanges();
	const database = await dashboardDatabase();
	const row = await database
		.selectFrom("exchanges")
		.selectAll()
		.where("id", "=", id)
		.where("subject", "=", subject)
		.where("at", ">=", oldestKept())
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
