import type { Metadata } from "next";
import { ListPage } from "@/app/_tables/list-page";
import { listAddress, readListView } from "@/app/_tables/list-view";
import { Identifier } from "@/components/ui/identifier";
import { dashboardConfig } from "@/lib/dashboard/config";
import { listApplications } from "@/lib/dashboard/management/applications/read-applications";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { resources } from "@/lib/dashboard/resources/resources";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { applicationList } from "./application-table";

const { title, path } = resources.application;

export const metadata: Metadata = { title };

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ApplicationsPage({ searchParams }: PageProps) {
	const view = readListView(applicationList.columns, await searchParams);
	const { role } = await requirePageSession(listAddress(path, view));
	const outcome = await outcomeOf(rowsOf(view.page), "application");
	return (
		<ListPage of={applicationList} role={role} view={view} outcome={outcome}>
			<p className="grid gap-1 text-sm">
				<span>Libraries of OpenID Connect and OAuth 2.0 set themselves up from the discovery document:</span>
				<Identifier
					value={`${dashboardConfig().authentication.baseUrl}/.well-known/openid-configuration`}
					label="Copy discovery document address"
				/>
			</p>
		</ListPage>
	);
}

async function rowsOf(page: number) {
	const { applications, isLast, ...part } = await listApplications(page);
	const rows = applications.map((application) => ({ ...application, id: application.client_id }));
	return { ...part, rows, hasMore: !isLast };
}
