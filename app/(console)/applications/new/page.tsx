import type { Metadata } from "next";
import { CannotCreate } from "@/app/_page/notices";
import { PageHeader } from "@/components/layout/page-header";
import { PageMark } from "@/components/layout/page-mark";
import { canUse, learnScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { formPage, pageClock } from "@/lib/dashboard/request/page";
import { resources } from "@/lib/dashboard/resources/resources";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { NewApplication } from "./new-application";

export const metadata: Metadata = { title: resources.application.create.title };

export default async function NewApplicationPage() {
	const { path, title } = resources.application.create;
	const session = await requirePageSession(path);
	await learnScopes();
	return canUse(session.role, "post_clients") ? (
		<>
			<PageMark />
			<NewApplication canWrite {...formPage(session.subject, await pageClock())} />
		</>
	) : (
		<>
			<PageHeader title={title} />
			<CannotCreate role={session.role} create="post_clients" />
		</>
	);
}
