import { type ReactNode, type Ref, type SyntheticEvent, useImperativeHandle, useState } from "react";
import { withoutPrivateKey } from "@/app/_certificates/pem";
import { useEditing } from "@/app/_editor/editor-context";
import { useLazyPart } from "@/app/_forms/lazy-part";
import { LazyNotice } from "@/app/_forms/lazy-place";
import { Alert } from "@/components/ui/alert";
import { templateEditor } from "../_edit/template-editor";
import type { TemplateState } from "../_edit/template-save";

const loadImport = () => import("../_edit/import-template");

/** Fills in the form from the import's text area. The form calls it when the button is pressed. */
export type Importer = { fillIn: () => Promise<void> };

type ImportPanelProps = {
	ref: Ref<Importer>;
	/** Its controls, server-rendered. */
	children: ReactNode;
};

/** The import of a template into the form of a new one; its parser is loaded on demand. */
export function ImportPanel({ ref, children }: ImportPanelProps) {
	const { result, apply, getValues } = useEditing(templateEditor);
	const { imported }: TemplateState = result;
	const { isMissing, request } = useLazyPart(loadImport);
	const [outcome, setOutcome] = useState<TemplateState["imported"]>(imported);

	async function fillIn() {
		const box = textBox();
		const part = await request();
		if (!part || !box) return;
		const { values, ...result } = part.importTemplate(box.value, getValues());
		box.value = withoutPrivateKey(box.value).text;
		setOutcome(result);
		if (values) apply(values);
	}
	useImperativeHandle(ref, () => ({ fillIn }));

	return (
		<details open={!!imported} className="border-t border-line pt-2">
			<summary className="text-sm font-medium">Import a template</summary>
			<div className="mt-3 grid gap-3 text-sm" onChange={readFile}>
				{children}
				{isMissing ? <LazyNotice what="The import" onRetry={fillIn} /> : null}
				{outcome?.refusal ? (
					<Alert tone="error" title="Nothing was filled in">
						<p>{outcome.refusal}</p>
					</Alert>
				) : null}
				{outcome?.notes ? (
					<Alert tone="success" title="The form is filled in. Nothing is sent yet.">
						{outcome.notes.map((note) => (
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
