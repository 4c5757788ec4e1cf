import type { NextRequest } from "next/server";
import { READ_TOKEN_PATHS } from "@/lib/contract/service-paths";
import { readLines } from "@/lib/dashboard/audit/read-lines";
import { dashboardConfig } from "@/lib/dashboard/config";
import { FOR_PROGRAMS, refused } from "@/lib/dashboard/console-tokens/admit-token";
import { respondToProgram } from "@/lib/dashboard/console-tokens/respond-to-program";
import { hasOthers, numberIn } from "../numbers-in-query";

const LINES_MAX = 1_000;
const LINES_UNASKED = 100;

/**
 * The activity for a program with a token of this console: JSON lines, oldest first, after `?cursor=`; at most `?limit=` of them. The
 * cursor of the next request is that of the last line, and in the header `Link`. It may be asked again.
 */
export async function GET({ headers, nextUrl }: NextRequest): Promise<Response> {
	return respondToProgram(headers, FOR_PROGRAMS, () => linesFor(nextUrl.searchParams));
}

async function linesFor(query: URLSearchParams): Promise<Response> {
	if (hasOthers(query, ["cursor", "limit"])) return refused(400, "There are two parameters: cursor and limit.");
	const cursor = numberIn(query, "cursor", 0);
	if (cursor === null) return refused(400, "The cursor must be that of a line.");
	const limit = numberIn(query, "limit", LINES_UNASKED);
	if (limit === null || limit < 1 || limit > LINES_MAX)
		return refused(400, `The limit must be a number from 1 to ${LINES_MAX.toLocaleString("en")}.`);
	const lines = await readLines(cursor, limit);
	if (!lines) return refused(400, "This cursor is beyond the newest line: read from the beginning, without a cursor.");
	const { appUrl, auditRetentionDays } = dashboardConfig();
	return new Response(lines.text, {
		headers: {
			"content-type": "application/x-ndjson; charset=utf-8",
			"cache-control": "private, no-store",
			link: `<${appUrl}${READ_TOKEN_PATHS.activity}?cursor=${lines.next}&limit=${limit}>; rel="next"`,
			"activity-cursor": String(lines.next),
			"activity-kept-days": String(auditRetentionDays),
			...(lines.isIncomplete && { "activity-removed": "lines after this cursor were removed by age" }),
		},
	});
}
