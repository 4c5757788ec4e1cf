import "server-only";
import { certificateFacts } from "@/app/_certificates/tenant-certificates";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { operations } from "@/lib/contract/operations";
import type { Template } from "@/lib/contract/template/template";
import { dashboardConfig } from "@/lib/dashboard/config";

// Server-rendered parts of the form, whose code is not sent to the browser.

/** URL of all templates or of one at the management interface, only to be shown. */
export function templateUrl(id?: string): string {
	const templates = dashboardConfig().management.baseUrl + operations.get_vc_templates.path;
	return id === undefined ? templates : `${templates}/${encodeURIComponent(id)}`;
}

/** The immutable properties of a stored template. Rendered only on the server. */
export function StoredTrust({ template, clock }: { template: Template; clock: Clock }) {
	const { created_at: createdAt, custom_certificate_authority: authority } = template;
	return (
		<div className="grid gap-1.5 text-sm text-muted">
			<p>
				Custom certificate authority: {authority ? null : "none. "}It is set when the template is created; the service
				has no way to change it.
			</p>
			{authority ? <pre className="whitespace-pre-wrap text-xs">{authority}</pre> : null}
			{certificateFacts(authority ?? "", "issuer", clock)}
			{createdAt ? (
				<p>
					Created <TimeText value={createdAt} clock={clock} />
				</p>
			) : null}
		</div>
	);
}
