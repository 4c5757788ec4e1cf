import { Breakable } from "@/components/ui/breakable";
import "server-only";
import { certificateFacts } from "@/app/_certificates/tenant-certificates";
import { ConfirmedAction } from "@/app/_forms/confirmed-action";
import { Heading, type PageHeadingProps } from "@/components/layout/page-heading";
import { PageMark } from "@/components/layout/page-mark";
import { Alert } from "@/components/ui/alert";
import { buttonClass } from "@/components/ui/button";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { operations } from "@/lib/contract/operations";
import type { Template } from "@/lib/contract/template/template";
import { dashboardConfig } from "@/lib/dashboard/config";
import { resources } from "@/lib/dashboard/resources/resources";
import type { Role } from "@/lib/dashboard/session/permissions";
import { deleteTemplateAction } from "./template-actions";

/**
 * The heading of a page with the template form, and its actions: where the window is large enough, one line that stays in
 * view, in which a longer or shorter name moves nothing. The children are beside the title.
 */
export function TitleRow({ title, children, actions }: PageHeadingProps) {
	return (
		<div className="title-row">
			<PageMark />
			<Heading text={title} />
			{children}
			<div className="ml-auto flex gap-2 print:hidden">{actions}</div>
		</div>
	);
}

/** Of a page whose user may propose what is typed, and not save it. */
export function ProposedOnly({ role }: { role: Role }) {
	return (
		<Alert tone="info" title="You can propose, not save">
			<p>{`Your role is ${role}: an editor decides what you propose.`}</p>
		</Alert>
	);
}

const DELETION = [{ before: null, after: null }];

/** Deletes a template after a dialog that states what else stops working. */
export function DeleteTemplate({ id, name, right }: { id: string; name: string; right: "use" | "propose" }) {
	return (
		<ConfirmedAction
			verb="Delete template"
			action={deleteTemplateAction}
			sends={{ templateId: id, name }}
			acts={["delete"]}
			changes={DELETION}
			{...(right === "propose" && { isProposedOnly: true })}
			before={
				<a href={`/templates/${encodeURIComponent(id)}/json`} download className={buttonClass()}>
					Download it as JSON first
				</a>
			}
		>
			<p>
				<Name className="font-semibold" text={name} /> (
				<code>
					<Breakable text={id} />
				</code>
				) will be deleted.
			</p>
			<p>{resources.template.stays}</p>
		</ConfirmedAction>
	);
}

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
				Custom certificate authority: {authority ? null : "none. "}It can't be changed after the template is created.
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
