import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { adviceFor } from "../advice/advice";
import { AdviceList } from "../advice/advice-list";
import { wantedContent } from "../edit/template-changes";
import { HolderPreview } from "../holder/holder-preview";
import { chosenNames } from "../presets/preset-plan";
import { findPreset } from "../presets/presets";
import { RequestPanel } from "../request/request-panel";
import { AsOpened } from "./as-opened";
import { useEditInWords, useTemplateEdit } from "./template-edit-context";

type TemplatePanelsProps = { url: string; presetId: string | null };

/** Beside the form: what the holder will be asked, advice, the request. */
export function TemplatePanels({ url, presetId }: TemplatePanelsProps) {
	const { canWrite } = useTemplateEdit();
	const { opened, values } = useEditInWords();
	const { elements } = wantedContent(opened, values);
	const found = adviceFor(elements, chosenNames(findPreset(presetId), values));
	return (
		<>
			<Panel title="What the holder will be asked" isOpen>
				<HolderPreview elements={elements} />
			</Panel>
			<Panel title="Advice" isOpen>
				<AdviceList {...{ found, canWrite }} />
			</Panel>
			<Panel title="The request">
				<RequestPanel {...{ opened, values, url }} />
			</Panel>
		</>
	);
}

/** One of the panels beside the form. */
export function Panel({ title, isOpen, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
	return (
		<Card>
			<details open={isOpen}>
				<summary>
					<h2 className="inline font-semibold">{title}</h2>
					<AsOpened />
				</summary>
				<div className="mt-3">{children}</div>
			</details>
		</Card>
	);
}
