import { linkClass } from "@/components/layout/link-class";
import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { TimeText } from "@/components/ui/time-text";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { pageClock } from "@/lib/dashboard/request/page";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { Role } from "@/lib/dashboard/session/permissions";
import type { TemplateVersion } from "@/lib/dashboard/store/template-versions";
import { newTemplatePath } from "./new-template-path";

/** When a template was deleted and by whom, and how to make it again. */
export async function GoneNotice({ gone, role }: { gone: TemplateVersion; role: Role }) {
	const { author, at } = gone;
	return (
		<Alert tone="info" title={`“${nameInWords(nameOfGone(gone))}” does not exist any more`}>
			<p>
				{author ? (
					<>
						Deleted by <Name text={author.person} />
					</>
				) : (
					"Deleted outside of this console; found missing"
				)}{" "}
				<TimeText value={at} clock={await pageClock()} />.
			</p>
			<p className="flex flex-wrap gap-x-4">
				<AgainLink gone={gone} role={role} />
				<PageLink href="/templates/deleted" className={linkClass}>
					Deleted templates
				</PageLink>
			</p>
		</Alert>
	);
}

/** Leads to the template that was made of one that is gone, or to the form that makes it. */
export function AgainLink({ gone, role }: { gone: TemplateVersion; role: Role }) {
	const { againId, templateId } = gone;
	if (againId) {
		return (
			<PageLink href={pageOf("template", againId)} className={linkClass}>
				Made again: open
			</PageLink>
		);
	}
	return canUse(role, "post_vc_templates") ? (
		<PageLink
			href={newTemplatePath({ again: templateId })}
			className={linkClass}
			aria-label={`Make again: ${nameOfGone(gone)}`}
		>
			Make again
		</PageLink>
	) : null;
}

export function nameOfGone({ content, templateId }: TemplateVersion): string {
	return content.name || templateId;
}
