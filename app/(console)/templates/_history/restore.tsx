import { nameOrId } from "@/lib/contract/name-or-id";
import "server-only";
import { withoutPrivateKey } from "@/app/_certificates/pem";
import { EndedHere } from "@/app/_history/ended-here";
import { LineLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import type { Template } from "@/lib/contract/template/template";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { rightTo } from "@/lib/dashboard/proposals/rights";
import { pageClock } from "@/lib/dashboard/request/page";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import type { Role } from "@/lib/dashboard/session/permissions";
import type { TemplateVersion } from "@/lib/dashboard/store/template-versions";
import { goneTemplate, templateVersion } from "@/lib/dashboard/templates/history/read-history";
import { hasOtherCertificate, type TemplateSnapshot } from "@/lib/dashboard/templates/history/snapshot";
import { noPurpose } from "@/lib/dashboard/templates/purpose";
import { emptyValues, type TemplateFormValues, templateEditor } from "../_edit/template-editor";
import { contentOf } from "../_edit/template-save";
import { authorInWords } from "./versions";

/**
 * A past state as the form's values; null where its request is not known.
 * @param present has what is not known of that state
 */
export function restoredValues({ content }: TemplateVersion, present: Template): TemplateFormValues | null {
	const now = { ...present, purpose: noPurpose };
	const [before, restored] = [contentOf(now), contentOf({ ...now, ...content })];
	return restored && templateEditor.valuesOf(restored, before ? templateEditor.valuesOf(before) : undefined);
}

export const versionNotKept: Problem = {
	title: "This version is no longer kept",
	message: "History is kept as long as the activity, and a deleted template for 30 days.",
	about: "missing",
};

/**
 * A version as the values of a new template's form: of one that is gone, or of a copy of an earlier state.
 * @param versionId empty: the last one of a template that is gone
 * @returns null where it is not kept
 * @throws SessionError
 */
export async function versionToMake(templateId: string, versionId: string) {
	const gone = await goneTemplate(templateId);
	const version = versionId ? await templateVersion(templateId, versionId) : gone;
	if (!version) return null;
	const { content } = version;
	const values = restoredValues(version, { id: "" }) ?? emptyValues;
	const certificate = withoutPrivateKey(content.custom_certificate_authority ?? "");
	return {
		version,
		value: {
			...values,
			name: gone || !content.name ? values.name : `${content.name} (copy)`,
			certificateAuthority: certificate.text,
			isKeyWithheld: certificate.isWithheld,
			again: gone ? templateId : "",
		},
	};
}

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
					It dates from <TimeText value={version.at} clock={clock} /> ({authorInWords(version)}). Nothing is saved yet:
					the changes are listed in the bar at the bottom.
				</p>
				<p>
					<LineLink href={pageOf("template", id)}>Back to the present state</LineLink>
				</p>
			</Alert>
			{hasOtherCertificate(version.content, present) ? (
				<Alert tone="warning" title="The custom certificate authority stays as it is now">
					<p>The earlier version had a different one, and the tenant can't change it.</p>
					<p>
						<LineLink href={newTemplatePath({ again: id, version: version.id })}>
							Create a template from the earlier version
						</LineLink>
						, with its certificate and another ID.
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
		<Alert tone="info" title="It gets a new ID">
			<p>
				{isGone ? "The form holds the deleted template as it was last seen " : "The form holds the version of "}
				<TimeText value={at} clock={clock} />. Change the applications that use{" "}
				<code className="wrap-anywhere">{templateId}</code> to the new ID.
			</p>
			{againId ? (
				<p>
					It was restored already: <LineLink href={pageOf("template", againId)}>Open the restored one</LineLink>
				</p>
			) : null}
		</Alert>
	);
}

/** When a template was deleted, by whom and why, and how to restore it. */
export async function GoneNotice({ gone, role }: { gone: TemplateVersion; role: Role }) {
	const { author, at, templateId } = gone;
	return (
		<Alert tone="info" title={`“${nameInWords(nameOfGone(gone))}” no longer exists`}>
			<EndedHere what="template" id={templateId}>
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
			</EndedHere>
			<p className="flex flex-wrap gap-x-4">
				<RestoreLink gone={gone} role={role} />
				<LineLink href="/templates/deleted">Deleted templates</LineLink>
			</p>
		</Alert>
	);
}

/** Leads to the template that one that is gone was restored as, or to the form that restores it. */
export function RestoreLink({ gone, role }: { gone: TemplateVersion; role: Role }) {
	const { againId, templateId } = gone;
	if (againId) return <LineLink href={pageOf("template", againId)}>Restored: open</LineLink>;
	return rightTo(role, "post_vc_templates") ? (
		<LineLink href={newTemplatePath({ again: templateId })} aria-label={`Restore: ${nameInWords(nameOfGone(gone))}`}>
			Restore
		</LineLink>
	) : null;
}

export function nameOfGone({ content, templateId }: TemplateVersion): string {
	return nameOrId(content.name, templateId);
}

type Filling = Partial<Record<"from" | "preset" | "again" | "version", string | undefined>>;

/**
 * The form of a new template, filled in with a template, a preset, or a version of a template: without one the last of a
 * template that is gone.
 */
export function newTemplatePath(filling: Filling): string {
	const query = new URLSearchParams(Object.entries(filling).filter(([, value]) => value));
	return [resources.template.create.path, ...(query.size > 0 ? [query] : [])].join("?");
}
