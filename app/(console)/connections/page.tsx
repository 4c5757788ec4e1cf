import type { Metadata } from "next";
import { type ListPageProps, listPage } from "@/app/_tables/list-page";
import { listConnections } from "@/lib/dashboard/management/identity-providers/read-connections";
import { pageClock } from "@/lib/dashboard/request/page";
import { resources } from "@/lib/dashboard/resources/resources";
import { connectionList, rowOf } from "./connection-table";

export const metadata: Metadata = { title: resources["identity provider"].title };

export default function ConnectionsPage(props: ListPageProps) {
	return listPage(connectionList, props, async (page) => {
		const [{ connections, ...part }, clock] = await Promise.all([listConnections(page), pageClock()]);
		return { ...part, rows: connections.map((connection) => rowOf(connection, clock)) };
	});
}
