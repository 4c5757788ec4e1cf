import type { Metadata } from "next";
import { CannotCreate } from "@/app/_forms/page-notices";
import { PageHeader } from "@/components/layout/page-header";
import { lackedScopes } from "@/lib/dashboard/management/connection/connection";
import { resources } from "@/lib/dashboard/registry/resources";
import { pageClock } from "@/lib/dashboard/request/page";
import { hasRole, requirePageSession } from "@/lib/dashboard/session/session";
import { NewApplication } from "../_form/new-application";

export const metadata: Metadata = { title: resources.application.create.title };

export default async function NewApplicationPage() {
	const { path, title } = resources.application.create;
	const session = await requirePageSession(path);
	const isEditor = hasRole(session.role, "editor");
	if (isEditor && lackedScopes("post_clients").length === 0) {
		const { now, timeZone } = await pageClock();
		return <NewApplication canWrite subject={session.subject} madeAt={now.toISOString()} timeZone={timeZone} />;
	}
	return (
		<>
			<PageHeader title={title} />
			<CannotCreate isEditor={isEditor} one="an application" many="applications" create="post_clients" />
		</>
	);
}
