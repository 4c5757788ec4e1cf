import type { Metadata } from "next";
import { ListPage } from "@/app/_tables/list-page";
import { listAddress, readListView } from "@/app/_tables/list-view";
import { listConnections } from "@/lib/dashboard/management/identity-providers/read-connections";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageClock } from "@/lib/dashboard/request/page";
import { resources } from "@/lib/dashboard/resources/resources";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { connectionList, rowOf } from "./connection-table";

const { title, path } = resources["identity provider"];

export const metadata: Metadata = { title };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ConnectionsPage({ searchParams }: PageProps) {
	const view = readListView(connectionList.columns, await searchParams);
	const { role } = await requirePageSession(listAddress(path, view));
	const outcome = await outcomeOf(rowsOf(view.page), "identity provider");
	return <ListPage of={connectionList} role={role} view={view} outcome={outcome} />;
}

async function rowsOf(page: number) {
	const [{ connections, ...part }, clock] = await Promise.all([listConnections(page), pageClock()]);
	return { ...part, rows: connections.map((connection) => rowOf(connection, clock)) };
}
