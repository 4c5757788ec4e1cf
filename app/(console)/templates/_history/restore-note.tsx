import { linkClass } from "@/components/layout/link-class";
import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { TemplateVersion } from "@/lib/dashboard/store/template-versions";
import type { TemplateSnapshot } from "@/lib/dashboard/templates/history/snapshot";
import { hasOtherCertificate } from "@/lib/dashboard/templates/history/version-changes";
import { newTemplatePath } from "./new-template-path";
import { authorInWords } from "./version-author";

type RestoreNoteProps = {
	id: string;
	/** Null: it is not kept. */
	version: TemplateVersion | null;
	present: TemplateSnapshot;
	clock: Clock;
};

/** Above a form that is filled in with an earlier version: which one it is, and what can't be restored. */
export function RestoreNote({ id, version, present, clock }: RestoreNoteProps) {
	if (!version) {
		return (
			<Alert tone="warning" title="This version is no longer kept">
				<p>The form shows the present state.</p>
			</Alert>
		);
	}
	return (
		<>
			<Alert tone="info" title={`Version ${version.position} is filled in`}>
				<p>
					It is of <TimeText value={version.at} clock={clock} /> ({authorInWords(version)}). Nothing is saved yet: the
					changes are listed beside “Save changes”.
				</p>
				<p>
					<PageLink href={pageOf("template", id)} className={linkClass}>
						Back to the present state
					</PageLink>
				</p>
			</Alert>
			{hasOtherCertificate(version.content, present) ? (
				<Alert tone="warning" title="The custom certificate authority stays as it is now">
					<p>That of the earlier version was another one, and the service has no way to change it.</p>
					<p>
						<PageLink href={newTemplatePath({ again: id, version: version.id })} className={linkClass}>
							Make a new template of the earlier version
						</PageLink>
						, with its certificate and another identifier.
					</p>
				</Alert>
			) : null}
		</>
	);
}

/** Above the form of a new template that is filled in with a version. */
export function AgainNote({ version, clock }: { version: TemplateVersion; clock: Clock }) {
	const { templateId, againId, at, isGone } = version;
	return (
		<Alert tone="info" title="It gets a new identifier">
			<p>
				{isGone
					? "The form is filled in with the deleted template, as it was last known "
					: "The form is filled in with the version of "}
				<TimeText value={at} clock={clock} />. Applications that use <code className="break-all">{templateId}</code>{" "}
				have to be changed to the new identifier.
			</p>
			{againId ? (
				<p>
					It was made again already:{" "}
					<PageLink href={pageOf("template", againId)} className={linkClass}>
						open that template
					</PageLink>
					.
				</p>
			) : null}
		</Alert>
	);
}
