import type { Metadata } from "next";
import { cache } from "react";
import { RefusedPage } from "@/app/_page/notices";
import { findOwnExchange } from "@/lib/dashboard/exchanges/exchanges";
import { respondWithNotFound } from "@/lib/dashboard/request/page";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { callsAddress, readCallFilter } from "../call-filter";
import { callColumns } from "../call-list";
import { callName } from "../call-words";
import { Calls } from "../calls";

/** Looked up once for the page and its title. */
const exchangeOf = cache(findOwnExchange);

export async function generateMetadata({ params }: PageProps<"/api-calls/[id]">): Promise<Metadata> {
	// The page itself refuses who may not see it.
	const exchange = await exchangeOf(decodeURIComponent((await params).id)).catch(() => null);
	return { title: exchange ? `${callName(exchange)} · API calls` : "API call" };
}

/** One call; on wide screens with its list beside it. */
export default async function ApiCallPage({ params, searchParams }: PageProps<"/api-calls/[id]">) {
	const id = decodeURIComponent((await params).id);
	const filter = readCallFilter(callColumns, await searchParams);
	const { role } = await requirePageSession(callsAddress(filter, id));
	if (!may(role, "seeApiCalls")) return <RefusedPage title="API call" permission="seeApiCalls" role={role} />;
	const exchange = await exchangeOf(id);
	if (!exchange) respondWithNotFound();
	return <Calls filter={filter} call={exchange} />;
}
