import type { Metadata } from "next";
import { CannotCreate } from "@/app/_forms/page-notices";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { Button, buttonClass } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FileInput } from "@/components/ui/file-input";
import { Notices } from "@/components/ui/notices";
import { SelectField } from "@/components/ui/select-field";
import { resources } from "@/lib/dashboard/registry/resources";
import { readFlash } from "@/lib/dashboard/request/flash";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { ENTRIES_MAX, UNPACKED_MEGABYTES_MAX } from "@/lib/dashboard/template-folder/folder-entries";
import { IMPORT_PATH, importAddress, modeOfForm } from "./_run/import-form";

export const metadata: Metadata = { title: "Import a folder · Templates" };

type ImportPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** A form with files, which works without scripts; its response is the preview. */
export default async function ImportPage({ searchParams }: ImportPageProps) {
	const query = Object.entries(await searchParams).map(([name, value]) => [name, [value ?? ""].flat()[0] ?? ""]);
	const mode = modeOfForm(new URLSearchParams(query));
	const session = await requirePageSession(importAddress(mode));
	const refusal = await readFlash(IMPORT_PATH);
	return (
		<>
			<PageHeader title="Import a folder">
				Template files as “Download all” or <code>npm run templates</code> writes them. The next page shows what would
				change; nothing is changed before that.
			</PageHeader>
			<Notices>
				<CannotCreate role={session.role} one="a template" many="templates" create="post_vc_templates" />
				{refusal ? (
					<Alert tone="error" title="Nothing was imported">
						<p className="wrap-anywhere">{refusal}</p>
					</Alert>
				) : null}
			</Notices>
			{may(session.role, "changeTemplates") ? <ImportForm mode={mode} /> : null}
		</>
	);
}

const KEEP = [
	["", "Leave such templates as they are"],
	["files", "Keep what the folder says"],
	["tenant", "Keep what the tenant has"],
] as const;

function ImportForm({ mode: { deletes, recreates, keep } }: { mode: ReturnType<typeof modeOfForm> }) {
	return (
		<form action="/templates/import/upload" method="post" encType="multipart/form-data" className="grid max-w-xl gap-5">
			<Field
				id="archive"
				label="Zip archive"
				description={`At most ${ENTRIES_MAX.toLocaleString("en")} files and ${UNPACKED_MEGABYTES_MAX} MB, unpacked.`}
			>
				<FileInput id="archive" name="archive" accept=".zip,application/zip" aria-describedby="archive-description" />
			</Field>
			<Field id="folder" label="Or a folder" description="The one with the template files side by side.">
				<FileInput
					id="folder"
					name="folder"
					multiple
					aria-describedby="folder-description"
					{...{ webkitdirectory: "" }}
				/>
			</Field>
			<fieldset className="grid gap-2 text-sm">
				<legend className="mb-1 font-medium">What may happen to templates that are there</legend>
				<Choice name="deletes" isOn={deletes} label="Delete templates that no file describes" />
				<Choice
					name="recreates"
					isOn={recreates}
					label="Recreate templates whose certificate authority differs: delete and create them again, with new identifiers"
				/>
			</fieldset>
			<SelectField
				label="Where the folder and others changed the same since the export"
				name="keep"
				defaultValue={keep ?? ""}
				options={KEEP}
			/>
			<p className="flex flex-wrap gap-3">
				<PageLink href={resources.template.path} className={buttonClass()}>
					Cancel
				</PageLink>
				<Button variant="primary">Preview changes</Button>
			</p>
		</form>
	);
}

function Choice({ name, isOn, label }: { name: string; isOn: boolean; label: string }) {
	return (
		<label className="flex min-h-6 items-start gap-2.5">
			<input type="checkbox" name={name} defaultChecked={isOn} className="mt-0.5 size-4 shrink-0" />
			{label}
		</label>
	);
}
