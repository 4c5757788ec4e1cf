import type { Metadata } from "next";
import { type ListPageProps, listPage } from "@/app/_tables/list-page";
import { Identifier } from "@/components/ui/identifier";
import { dashboardConfig } from "@/lib/dashboard/config";
import { listApplications } from "@/lib/dashboard/management/applications/read-applications";
import { resources } from "@/lib/dashboard/resources/resources";
import { applicationList } from "./application-table";

export const metadata: Metadata = { title: resources.application.title };

export default function ApplicationsPage(props: ListPageProps) {
	return listPage(
		applicationList,
		props,
		async (page) => {
			const { applications, isLast, ...part } = await listApplications(page);
			const rows = applications.map((application) => ({ ...application, id: application.client_id }));
			return { ...part, rows, hasMore: !isLast };
		},
		<p className="grid gap-1 text-sm">
			<span>Discovery URL</span>
			<Identifier
				value={`${dashboardConfig().authentication.baseUrl}/.well-known/openid-configuration`}
				label="Copy discovery URL"
			/>
		</p>,
	);
}
