"use client";

import { useRouter } from "next/navigation";
import { ActionForm, type FormResult, SubmitRow, useActionForm } from "@/app/_forms/action-form";
import { notCarriedOut } from "@/app/_forms/keep-input";
import { readJson } from "@/app/_forms/read-json";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { noteWrite } from "@/components/layout/last-write";
import { ButtonLink } from "@/components/layout/links";
import { CheckboxField } from "@/components/ui/checkbox-field";
import { Field } from "@/components/ui/field";
import { FileInput } from "@/components/ui/file-input";
import { SelectField } from "@/components/ui/select-field";
import { resources } from "@/lib/dashboard/resources/resources";
import type { PlanMode } from "@/lib/dashboard/templates/template-plan";
import { UPLOAD_PATH } from "./import-form";

const KEEP = [
	["", "skip the template"],
	["files", "keep what the folder says"],
	["tenant", "keep what the tenant has"],
] as const;

type FolderFormProps = {
	mode: PlanMode;
	/** The most that is read, unpacked. */
	filesMax: number;
	megabytesMax: number;
};

/** A form with files, which works without scripts; its response is the preview. */
export function FolderForm({ mode: { deletes, recreates, keep }, filesMax, megabytesMax }: FolderFormProps) {
	const router = useRouter();
	const form = useActionForm<FormResult>(async (_, sent) => {
		const answer = await readJson<{ page: string }>(UPLOAD_PATH, {
			method: "POST",
			body: sent,
			headers: { accept: "application/json" },
			refused: async (response) => notCarriedOut((await response.text()).trim()),
		});
		if ("problem" in answer) return { problem: answer.problem };
		// Before the preview is requested, which is not older than it.
		noteWrite();
		router.push(answer.page);
		return {};
	}, {});
	const { problem } = form.state;
	return (
		<ActionForm
			of={form}
			action={UPLOAD_PATH}
			method="post"
			encType="multipart/form-data"
			className="grid max-w-xl gap-5"
		>
			{problem ? <ProblemAlert problem={problem} /> : null}
			<Field
				id="archive"
				label="Zip archive"
				description={`At most ${filesMax.toLocaleString("en")} files and ${megabytesMax} MB, unpacked.`}
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
				<legend className="mb-1 font-medium">Existing templates</legend>
				<CheckboxField
					label="Delete those without a file"
					name="deletes"
					defaultChecked={deletes}
					className="min-h-6 gap-2.5"
				/>
				<CheckboxField
					label="Delete and create again those with another certificate authority, with a new ID"
					name="recreates"
					defaultChecked={recreates}
					className="min-h-6 gap-2.5"
				/>
			</fieldset>
			<SelectField label="If both changed the same" name="keep" defaultValue={keep ?? ""} options={KEEP} />
			<SubmitRow
				of={form}
				variant="primary"
				working="Reading the folder…"
				lead={<ButtonLink href={resources.template.path}>Cancel</ButtonLink>}
			>
				Preview changes
			</SubmitRow>
		</ActionForm>
	);
}
