import type { NextRequest } from "next/server";
import { localDay } from "@/components/ui/time-in-zone";
import { allAuditEntries } from "@/lib/dashboard/audit/audit-trail";
import { exportStream } from "@/lib/dashboard/audit/export-text";
import { auditFilterFaults, readAuditFilter } from "@/lib/dashboard/audit/read-filter";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { fileFormat, WRONG_FORMAT } from "@/lib/dashboard/request/file-format";
import { pageClock } from "@/lib/dashboard/request/page";
import { requirePermission } from "@/lib/dashboard/session/session";

/** The trail as a file: CSV, or JSON with `format=json`, under the same filter as the page. */
export async function GET(request: NextRequest): Promise<Response> {
	const session = await outcomeOf(requirePermission("look"), "user");
	if (session.problem) return new Response("Sign in first.\n", { status: 401, headers: privately("text/plain") });
	const format = fileFormat(request.nextUrl.searchParams);
	if (!format) return new Response(WRONG_FORMAT, { status: 400, headers: privately("text/plain") });
	const parameters = Object.fromEntries(request.nextUrl.searchParams);
	const { now, timeZone } = await pageClock();
	const filter = readAuditFilter(parameters, timeZone);
	const faults = Object.entries(auditFilterFaults(filter)).map(([name, fault]) => `${name}: ${fault}\n`);
	if (faults.length > 0) return new Response(faults.join(""), { status: 400, headers: privately("text/plain") });
	const pages = await allAuditEntries(filter);
	const isJson = format === "json";
	const name = `activity-${localDay(now, timeZone)}.${format}`;
	return new Response(exportStream(pages, isJson), {
		headers: {
			...privately(isJson ? "application/json" : "text/csv"),
			"content-disposition": `attachment; filename="${name}"`,
		},
	});
}

function privately(type: string): Record<string, string> {
	return { "content-type": `${type}; charset=utf-8`, "cache-control": "private, no-store" };
}
