import type { Metadata } from "next";
import { CannotCreate, ScopeMissing } from "@/app/_page/notices";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { Notices } from "@/components/ui/notices";
import { canUse, learnScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { roleToPropose } from "@/lib/dashboard/proposals/rights";
import { readFlash } from "@/lib/dashboard/request/flash";
import { operationsOf } from "@/lib/dashboard/resources/writes";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { ENTRIES_MAX, UNPACKED_MEGABYTES_MAX } from "@/lib/dashboard/template-folder/folder-entries";
import { FolderForm } from "./folder-form";
import { IMPORT_PATH, importAddress, modeOfForm } from "./import-form";

export const metadata: Metadata = { title: "Import a folder · Templates" };

const writes = operationsOf("template");

/** A form with files, which works without scripts; its response is the preview. */
export default async function ImportPage({ searchParams }: PageProps<"/templates/import">) {
	const query = Object.entries(await searchParams).map(([name, value]) => [name, [value ?? ""].flat()[0] ?? ""]);
	const mode = modeOfForm(new URLSearchParams(query));
	const session = await requirePageSession(importAddress(mode));
	await learnScopes();
	const editing = roleToPropose(session.role);
	const isAllowed = may(editing, "changeTemplates");
	// Which of the writes it takes depends on the folder.
	const canImport = canUse(editing, "get_vc_templates") && writes.some((write) => canUse(editing, write));
	const refusal = await readFlash(IMPORT_PATH);
	return (
		<>
			<PageHeader title="Import a folder">
				{canImport ? (
					<>
						Template files as “Download all” or <code>npm run templates</code> writes them. The next page previews each
						change; nothing is changed yet.
					</>
				) : null}
			</PageHeader>
			<Notices>
				{isAllowed ? (
					<ScopeMissing of={["get_vc_templates", ...writes]} />
				) : (
					<CannotCreate role={session.role} create="post_vc_templates" />
				)}
				{refusal ? (
					<Alert tone="error" title="Nothing was imported">
						<p className="wrap-anywhere">{refusal}</p>
					</Alert>
				) : null}
			</Notices>
			{canImport ? <FolderForm mode={mode} filesMax={ENTRIES_MAX} megabytesMax={UNPACKED_MEGABYTES_MAX} /> : null}
		</>
	);
}
