import { type Ref, useImperativeHandle, useState } from "react";
import { withoutPrivateKey } from "@/app/certificates/pem";
import { LateNotice } from "@/app/forms/late/late-notice";
import { useLatePart } from "@/app/forms/late/use-late-part";
import { useTemplateEdit } from "../form/template-edit-context";
import type { ImportResult } from "./import-result";
import { TransferPanel } from "./transfer-panel";

const loadImport = () => import("./import-template");

/** Puts the text of the import's box into the form. The form calls it when its button is pressed. */
export type Importer = { fillIn: () => Promise<void> };

/** The import of a template into the form of a new one; what reads it comes when it is asked for. */
export function ImportPanel({ ref }: { ref: Ref<Importer> }) {
	const { answer, apply, getValues } = useTemplateEdit();
	const { isMissing, ask } = useLatePart(loadImport);
	const [outcome, setOutcome] = useState<ImportResult | undefined>();

	async function fillIn() {
		const box = document.getElementById("importText");
		const part = await ask();
		if (!part || !(box instanceof HTMLTextAreaElement)) return;
		const { values, ...result } = part.importTemplate(box.value, getValues());
		box.value = withoutPrivateKey(box.value).text;
		setOutcome(result);
		if (values) apply(values);
	}
	useImperativeHandle(ref, () => ({ fillIn }));

	return (
		<TransferPanel outcome={outcome ?? answer.imported}>
			{isMissing ? <LateNotice what="The import" onRetry={fillIn} /> : null}
		</TransferPanel>
	);
}
