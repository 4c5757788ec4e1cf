import type { Metadata } from "next";
import { CannotCreate } from "@/app/_forms/page-notices";
import { PageHeader } from "@/components/layout/page-header";
import { Notices } from "@/components/ui/notices";
import { lackedScopes } from "@/lib/dashboard/management/connection/lacked-scopes";
import { resources } from "@/lib/dashboard/registry/resources";
import { pageClock } from "@/lib/dashboard/request/page-clock";
import { hasRole } from "@/lib/dashboard/session/role";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { NewApplication } from "../_form/new-application";

export const metadata: Metadata = { title: resources.application.create.title };

export default async function NewApplicationPage() {
	const session = await requirePageSession(resources.application.create.path);
	const isEditor = hasRole(session.role, "editor");
	const lacked = lackedScopes("post_clients");
	const { now, timeZone } = await pageClock();
	return (
		<>
			<PageHeader title={resources.application.create.title}>
				A name, a type and where people come back to. Everything else can be set on its page.
			</PageHeader>
			<Notices>
				<CannotCreate isEditor={isEditor} one="an application" many="applications" create="post_clients" />
			</Notices>
			<NewApplication
				canWrite={isEditor && lacked.length === 0}
				subject={session.subject}
				madeAt={now.toISOString()}
				timeZone={timeZone}
			/>
		</>
	);
}
