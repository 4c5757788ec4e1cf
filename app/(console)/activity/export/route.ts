import type { NextRequest } from "next/server";
import { localDay } from "@/components/ui/time-in-zone";
import type { AuditEntry } from "@/lib/dashboard/audit/audit-entry";
import { allAuditEntries } from "@/lib/dashboard/audit/audit-store";
import { CSV_HEAD, csvLine, jsonRow } from "@/lib/dashboard/audit/export-text";
import { readAuditFilter } from "@/lib/dashboard/audit/read-filter";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageClock } from "@/lib/dashboard/request/page";
import { requirePermission } from "@/lib/dashboard/session/session";

/** The trail as a file: CSV, or JSON with `format=json`, under the same filter as the page. */
export async function GET(request: NextRequest): Promise<Response> {
	const session = await outcomeOf(requirePermission("look"), "user");
	if (session.problem) return new Response("Sign in first.\n", { status: 401, headers: privately("text/plain") });
	const parameters = Object.fromEntries(request.nextUrl.searchParams);
	const { now, timeZone } = await pageClock();
	const pages = await allAuditEntries(readAuditFilter(parameters, timeZone));
	const isJson = parameters.format === "json";
	const name = `activity-${localDay(now, timeZone)}.${isJson ? "json" : "csv"}`;
	return new Response(streamOf(isJson ? jsonText(pages) : csvText(pages)), {
		headers: {
			...privately(isJson ? "application/json" : "text/csv"),
			"content-disposition": `attachment; filename="${name}"`,
		},
	});
}

function privately(type: string): Record<string, string> {
	return { "content-type": `${type}; charset=utf-8`, "cache-control": "private, no-store" };
}

type Pages = AsyncGenerator<AuditEntry[]>;

async function* csvText(pages: Pages): AsyncGenerator<string> {
	yield CSV_HEAD;
	for await (const entries of pages) yield entries.map(csvLine).join("");
}

async function* jsonText(pages: Pages): AsyncGenerator<string> {
	let separator = "[\n";
	for await (const entries of pages) {
		yield separator + entries.map((entry) => JSON.stringify(jsonRow(entry))).join(",\n");
		separator = ",\n";
	}
	yield separator === "[\n" ? "[]\n" : "\n]\n";
}

function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return new ReadableStream({
		async pull(controller) {
			const { done, value } = await texts.next();
			if (done) controller.close();
			else controller.enqueue(encoder.encode(value));
		},
	});
}
