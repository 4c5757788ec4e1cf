import { Section } from "@/components/ui/section";
import type { Application } from "@/lib/contract/client/application";
import { dashboardConfig } from "@/lib/dashboard/config";
import { SnippetList } from "../_snippets/snippet-list";
import { snippetsOf } from "../_snippets/snippets";

/** Commands to try the application, without any secret of it. */
export function ApplicationSnippets({ application }: { application: Application }) {
	const { management, authentication, tenant } = dashboardConfig();
	const snippets = snippetsOf(application, { authUrl: authentication.baseUrl, audience: management.audience });
	if (snippets.length === 0) return null;
	return (
		<div className="mt-8">
			<Section title="Try it from a shell">
				{tenant.embedded ? (
					<p className="text-sm text-muted">
						<code>npm run credentials</code> prints secrets and keys of the sample applications, and the passwords of
						the sample people.
					</p>
				) : null}
				<div className="grid items-start gap-x-8 gap-y-4 text-sm xl:grid-cols-2">
					<SnippetList application={application.name || application.client_id} snippets={snippets} />
				</div>
			</Section>
		</div>
	);
}
