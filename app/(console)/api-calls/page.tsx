import type { Metadata } from "next";
import { RefusedPage } from "@/app/_page/notices";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { callsAddress, readCallFilter } from "./call-filter";
import { callColumns } from "./call-list";
import { Calls } from "./calls";

export const metadata: Metadata = { title: "API calls" };

export default async function ApiCallsPage({ searchParams }: PageProps<"/api-calls">) {
	const filter = readCallFilter(callColumns, await searchParams);
	const { role } = await requirePageSession(callsAddress(filter));
	if (!may(role, "seeApiCalls")) return <RefusedPage title="API calls" permission="seeApiCalls" role={role} />;
	return <Calls filter={filter} />;
}
