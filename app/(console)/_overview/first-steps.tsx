import { cookies } from "next/headers";
import { ButtonForm } from "@/app/_forms/action-form";
import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import { wasEverDone } from "@/lib/dashboard/audit/audit-trail";
import { tenantHealth } from "@/lib/dashboard/management/call/send";
import { lastConnectionCheck } from "@/lib/dashboard/management/tenant-link/check-connection";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { FIRST_STEPS_COOKIE } from "@/lib/dashboard/request/page";
import { resources } from "@/lib/dashboard/resources/resources";
import type { Role } from "@/lib/dashboard/session/permissions";
import { hadTemplate } from "@/lib/dashboard/store/template-versions";
import { BlockLink } from "./block-link";
import { dismissFirstSteps } from "./first-steps-actions";
import type { NewestTemplates } from "./newest-templates";

const { template, application, "refresh token": token } = resources;

type FirstStepsProps = {
	/** Null where the tenant has not responded yet: only what was done or seen here is known then. */
	result: NewestTemplates | null;
	hasOpenedToken: boolean;
	role: Role;
};

/** The first steps, until all are done or the list is dismissed. */
export async function FirstSteps({ result, hasOpenedToken, role }: FirstStepsProps) {
	if ((await cookies()).has(FIRST_STEPS_COOKIE)) return null;
	const isRead = result?.kind === "read";
	const [hadTemplates, hasCreated, hasApplication, check] = await Promise.all([
		hadTemplate(),
		wasEverDone("post_vc_templates"),
		wasEverDone("post_clients"),
		lastConnectionCheck(),
	]);
	const isConnected = isRead || hadTemplates || hasCreated || check?.worksSince != null;
	// What is done stays done while the tenant does not answer, and what it alone would tell is not known.
	const hasTemplate = (isRead && result.templates.length > 0) || hasCreated || hadTemplates || (isRead ? false : null);
	const steps = [
		{
			isDone: isConnected || tenantHealth().respondedAt !== null,
			text: "Connect the console to its tenant",
			href: "/connection",
		},
		canUse(role, "post_vc_templates") && {
			isDone: hasTemplate,
			text: "Create the first template",
			href: template.create.path,
		},
		{ isDone: hasOpenedToken, text: "Open a refresh token", href: token.path },
		canUse(role, "post_clients") && {
			isDone: hasApplication,
			text: "Create an application",
			href: application.create.path,
		},
	].filter((step) => step !== false);
	const done = steps.filter(({ isDone }) => isDone).length;
	if (done === steps.length) return null;
	return (
		<Section
			title="First steps"
			aside={
				<div className="-mr-3 flex items-center gap-3">
					<span className="text-xs text-muted tabular-nums">
						{done} of {steps.length} done
					</span>
					<ButtonForm action={dismissFirstSteps} label="Dismiss" variant="quiet" />
				</div>
			}
		>
			<ul className="divide-y divide-line">
				{steps.map(({ isDone, text, href }) => (
					<li key={text} className="flex min-h-10 items-center gap-3 text-sm">
						{isDone === false ? <BlockLink href={href}>{text}</BlockLink> : <span className="text-muted">{text}</span>}
						{isDone ? <Badge tone="success">done</Badge> : null}
						{isDone === null ? <span className="text-muted">not known: the tenant is not available</span> : null}
					</li>
				))}
			</ul>
		</Section>
	);
}
