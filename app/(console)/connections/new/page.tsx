import type { Metadata } from "next";
import { CannotCreate } from "@/app/_forms/page-notices";
import { PageHeader } from "@/components/layout/page-header";
import { Notices } from "@/components/ui/notices";
import { lackedScopes } from "@/lib/dashboard/management/connection/lacked-scopes";
import { listSignInApplications } from "@/lib/dashboard/management/connections/sign-in-applications";
import { resources } from "@/lib/dashboard/registry/resources";
import { pageClock } from "@/lib/dashboard/request/page-clock";
import { hasRole } from "@/lib/dashboard/session/role";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { connectionAddresses } from "@/lib/dashboard/single-sign-on/connection-addresses";
import { ConnectionForm } from "../_form/connection-form";

export const metadata: Metadata = { title: resources["identity provider"].create.title };

export default async function NewConnectionPage() {
	const session = await requirePageSession(resources["identity provider"].create.path);
	const isEditor = hasRole(session.role, "editor");
	const lacked = lackedScopes("post_connections");
	const { now, timeZone } = await pageClock();
	return (
		<>
			<PageHeader title={resources["identity provider"].create.title}>
				By SAML 2.0. After creating it you get the addresses to give to the provider.
			</PageHeader>
			<Notices>
				<CannotCreate
					isEditor={isEditor}
					one="an identity provider"
					many="identity providers"
					create="post_connections"
				/>
			</Notices>
			<div className="max-w-3xl">
				<ConnectionForm
					id=""
					baseline={null}
					canWrite={isEditor && lacked.length === 0}
					subject={session.subject}
					applications={await listSignInApplications()}
					certificateFacts={null}
					usualEntityId={connectionAddresses("NAME").entityId}
					madeAt={now.toISOString()}
					timeZone={timeZone}
				/>
			</div>
		</>
	);
}
