import type { Metadata } from "next";
import { RefusedPage } from "@/app/_forms/page-notices";
import { readRowSort } from "@/app/_tables/list-view";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { callsAddress, readCallFilter } from "./call-filter";
import { callColumns } from "./call-list";
import { Calls } from "./calls";

export const metadata: Metadata = { title: "API calls" };

type SearchParams = Promise<{ [name: string]: string | string[] | undefined }>;

export default async function ApiCallsPage({ searchParams }: { searchParams: SearchParams }) {
	const parameters = await searchParams;
	const filter = readCallFilter(parameters);
	const sort = readRowSort(callColumns, parameters.sort);
	const { role } = await requirePageSession(callsAddress(filter, sort));
	if (!may(role, "seeApiCalls")) return <RefusedPage title="API calls" permission="seeApiCalls" role={role} />;
	return <Calls filter={filter} sort={sort} />;
}
