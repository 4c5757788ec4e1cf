import type { Metadata } from "next";
import { CannotCreate } from "@/app/_page/notices";
import { PageHeader } from "@/components/layout/page-header";
import { Notices } from "@/components/ui/notices";
import { listSignInApplications } from "@/lib/dashboard/management/identity-providers/read-connections";
import { canUse, learnScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { formPage, pageClock } from "@/lib/dashboard/request/page";
import { resources } from "@/lib/dashboard/resources/resources";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { connectionAddresses } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { accessToNew } from "../_edit/connection-request";
import { ConnectionForm } from "../_form/connection-form";
import { applicationsNote } from "../_form/part-notes";

export const metadata: Metadata = { title: resources["identity provider"].create.title };

export default async function NewProviderPage() {
	const { path, title } = resources["identity provider"].create;
	const { role, subject } = await requirePageSession(path);
	await learnScopes();
	const canWrite = canUse(role, "post_connections");
	const [read, clock] = await Promise.all([canWrite ? listSignInApplications() : null, pageClock()]);
	return (
		<>
			<PageHeader title={title}>
				By SAML 2.0.{canWrite ? " After creating it you get the addresses to give to the provider." : ""}
			</PageHeader>
			<Notices>
				<CannotCreate role={role} create="post_connections" />
			</Notices>
			{canWrite ? (
				<div className="max-w-4xl">
					<ConnectionForm
						id=""
						baseline={null}
						access={accessToNew()}
						canWrite
						{...formPage(subject, clock)}
						applications={read?.applications ?? null}
						partNotes={{ applications: applicationsNote(read) }}
						defaultEntityId={connectionAddresses("NAME").entityId}
					/>
				</div>
			) : null}
		</>
	);
}
