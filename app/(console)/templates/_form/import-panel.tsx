import { type MouseEvent, type SyntheticEvent, useRef, useState } from "react";
import { withoutPrivateKey } from "@/app/_certificates/pem";
import { useEditing } from "@/app/_editor/editor-context";
import { LazyNotice, useLazyPart } from "@/app/_page/lazy";
import { TextLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { FileInput } from "@/components/ui/file-input";
import { TextAreaField } from "@/components/ui/text-area-field";
import { useInSight } from "@/components/ui/use-in-sight";
import { templateEditor } from "../_edit/template-editor";
import { IMPORT_PATH } from "../import/import-form";

const loadImport = () => import("../_edit/import-template");

/** The import of a template into the form of a new one; its parser is loaded on demand. It creates nothing. */
export function ImportPanel() {
	const { result, apply, getValues } = useEditing(templateEditor);
	const lazy = useLazyPart(loadImport);
	const [outcome, setOutcome] = useState(result.kind === "filled" ? result.fill : null);
	const report = useRef<HTMLDivElement>(null);
	useInSight(report, outcome);

	async function fillIn(event?: MouseEvent) {
		event?.preventDefault();
		const box = textBox();
		const part = await lazy.request();
		if (!part || !box) return;
		const { values, ...fill } = part.importTemplate(box.value, getValues());
		box.value = withoutPrivateKey(box.value).text;
		setOutcome(fill);
		if (values) apply(values);
	}

	return (
		<details open={outcome !== null} className="border-t border-line pt-2">
			<summary className="text-sm font-medium">Import a template</summary>
			<div className="mt-3 grid gap-3 text-sm" onChange={readFile}>
				<TextAreaField
					id="importText"
					name="importText"
					label="Template as JSON"
					rows={4}
					className="font-mono text-xs"
					description="From “Download as JSON” on a template's page. It only fills the form; you check and create."
				/>
				<FileInput accept="application/json,.json" aria-label="Read the JSON from a file" className="script-only" />
				<Button name="intent" value="import" className="justify-self-start" onClick={fillIn}>
					Fill the form
				</Button>
				<p>
					Several at once, or all of another tenant: <TextLink href={IMPORT_PATH}>Import a folder</TextLink>
				</p>
				{lazy.failures > 0 ? <LazyNotice lazy={lazy} what="The import" onRetry={fillIn} /> : null}
				{outcome ? (
					<Alert
						ref={report}
						tone={outcome.refusal ? "error" : "success"}
						title={outcome.refusal ? "Nothing was filled in" : "The form is filled in. Nothing is sent yet."}
					>
						{(outcome.notes ?? [outcome.refusal]).map((note) => (
							<p key={note}>{note}</p>
						))}
					</Alert>
				) : null}
			</div>
		</details>
	);
}

function textBox(): HTMLTextAreaElement | null {
	return document.querySelector<HTMLTextAreaElement>("#importText");
}

/** Copies a file's text into the text area, where it can be checked before the import. */
async function readFile({ target }: SyntheticEvent): Promise<void> {
	const box = textBox();
	const file = target instanceof HTMLInputElement ? target.files?.[0] : null;
	if (file && box) box.value = await file.text();
}
