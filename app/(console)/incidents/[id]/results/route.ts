import type { NextRequest } from "next/server";
import { resultsAsCsv, resultsAsJson } from "@/lib/dashboard/incidents/result-file";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { fileFormat, WRONG_FORMAT } from "@/lib/dashboard/request/file-format";
import { INCIDENTS } from "@/lib/dashboard/resources/places";
import { requirePermission } from "@/lib/dashboard/session/session";
import { findBulkEdit } from "@/lib/dashboard/store/bulk-edits";

/** The results of an admin's own incident as a file: CSV, or JSON with `format=json`. */
export async function GET(
	request: NextRequest,
	{ params }: RouteContext<"/incidents/[id]/results">,
): Promise<Response> {
	const session = await outcomeOf(requirePermission(INCIDENTS.permission), "user");
	if (session.problem) {
		const status = session.problem.about === "signed-out" ? 401 : 403;
		return new Response(`${session.problem.message}\n`, { status, headers: privately("text/plain") });
	}
	const incident = await findBulkEdit(session.value.subject, (await params).id);
	if (incident?.resource !== "incident") {
		return new Response("There is no such incident.\n", { status: 404, headers: privately("text/plain") });
	}
	const format = fileFormat(request.nextUrl.searchParams);
	if (!format) return new Response(WRONG_FORMAT, { status: 400, headers: privately("text/plain") });
	const isJson = format === "json";
	return new Response(isJson ? resultsAsJson(incident) : resultsAsCsv(incident), {
		headers: {
			...privately(isJson ? "application/json" : "text/csv"),
			"content-disposition": `attachment; filename="incident-${incident.createdAt.slice(0, 10)}.${format}"`,
		},
	});
}

function privately(type: string): Record<string, string> {
	return { "content-type": `${type}; charset=utf-8`, "cache-control": "private, no-store" };
}
