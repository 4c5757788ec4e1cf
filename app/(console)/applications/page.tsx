import type { Metadata } from "next";
import { ProblemAlert } from "@/app/forms/problem-alert";
import { PageHeader } from "@/components/layout/page-header";
import { Identifier } from "@/components/ui/identifier";
import { dashboardConfig } from "@/lib/dashboard/config";
import { APPLICATIONS_MAX, listApplications } from "@/lib/dashboard/management/clients";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { ApplicationCard } from "./application-card";

export const metadata: Metadata = { title: "Applications" };

export default async function ApplicationsPage() {
	await requirePageSession("/applications");
	const { authentication, management, tenant } = dashboardConfig();
	const outcome = await outcomeOf(listApplications(), "application");
	const service = { authUrl: authentication.baseUrl, audience: management.audience };
	return (
		<>
			<PageHeader title="Applications">
				Who may ask this tenant for tokens, by which flows, and how to try it from a shell. Read only.
			</PageHeader>
			<div className="grid gap-5">
				<p className="grid gap-1 text-sm">
					<span>Libraries of OpenID Connect and OAuth 2.0 set themselves up from the discovery document:</span>
					<Identifier
						value={`${authentication.baseUrl}/.well-known/openid-configuration`}
						label="Copy discovery document address"
					/>
				</p>
				{outcome.problem ? <ProblemAlert problem={outcome.problem} /> : null}
				{outcome.problem ? null : (
					<>
						{outcome.value.length === 0 ? <p className="text-sm">This tenant has no applications.</p> : null}
						<div className="grid items-start gap-x-10 gap-y-5 lg:grid-cols-2 2xl:grid-cols-3">
							{outcome.value.map((client) => (
								<ApplicationCard key={client.client_id} {...{ client, service, isEmbedded: tenant.embedded }} />
							))}
						</div>
						{outcome.value.length === APPLICATIONS_MAX ? (
							<p className="text-sm text-muted">Only the first {APPLICATIONS_MAX} applications are listed.</p>
						) : null}
					</>
				)}
			</div>
		</>
	);
}
