import { createHash } from "node:crypto";
import type { NextRequest } from "next/server";
import { READ_TOKEN_PATHS } from "@/lib/contract/service-paths";
import { dashboardConfig } from "@/lib/dashboard/config";
import { refused } from "@/lib/dashboard/console-tokens/admit-token";
import { respondToProgram } from "@/lib/dashboard/console-tokens/respond-to-program";
import { atomOf } from "@/lib/dashboard/log-stream/atom-feed";
import { readFeed } from "@/lib/dashboard/log-stream/read-feed";
import { hasOthers, numberIn } from "../../numbers-in-query";
import { hasPage, lastModifiedOf } from "./conditional-request";

/**
 * The log stream as an Atom feed, for readers without a session: with a token of this console, which comes in a header so that no
 * log of URLs has it. `?before=` is the checkpoint of a page.
 */
export async function GET(request: NextRequest): Promise<Response> {
	const asked = { rights: "feed", realm: "Log stream", isBasic: true } as const;
	return respondToProgram(request.headers, asked, () => feedFor(request));
}

async function feedFor({ headers, nextUrl }: NextRequest): Promise<Response> {
	const { appUrl, tenant } = dashboardConfig();
	if (hasOthers(nextUrl.searchParams, ["before"])) return refused(400, "There is one parameter: before.");
	const before = numberIn(nextUrl.searchParams, "before", undefined);
	if (before === null) return refused(400, "The parameter before must be that of a link to older entries.");
	const { entries, next } = await readFeed(before ?? null);
	const address = appUrl + READ_TOKEN_PATHS.feed;
	const pageFrom = (number: number) => `${address}?before=${number}`;
	const page = {
		address,
		tenant: tenant.name,
		console: appUrl,
		entries,
		older: next === null ? null : pageFrom(next),
		self: before === undefined ? address : pageFrom(before),
	};
	const feed = atomOf(page);
	const etag = `"${createHash("sha256").update(feed).digest("base64url")}"`;
	const now = new Date();
	const lastModified = lastModifiedOf(
		entries.map(({ at }) => at),
		now,
	);
	const caching = { etag, ...(lastModified === null ? {} : { "last-modified": lastModified }) };
	if (hasPage(headers, etag, lastModified, now)) return new Response(null, { status: 304, headers: caching });
	return new Response(feed, { headers: { ...caching, "content-type": "application/atom+xml; charset=utf-8" } });
}
