import type { ReactNode } from "react";
import { Tabs } from "@/components/ui/tabs";
import { adviceFor } from "../advice/advice";
import { AdviceList } from "../advice/advice-list";
import { wantedContent } from "../edit/template-changes";
import { HolderPreview } from "../holder/holder-preview";
import { chosenNames } from "../presets/preset-plan";
import { findPreset } from "../presets/presets";
import { RequestPanel } from "../request/request-panel";
import { AsOpened } from "./as-opened";
import { useEditInWords, useTemplateEdit } from "./template-edit-context";

type TemplatePanelsProps = {
	/** Where the request goes. */
	url: string;
	/** Who asks, as the holder reads it. */
	verifier: string;
	presetId: string | null;
};

/** Beside the form: what the holder will be asked, advice, the request. */
export function TemplatePanels({ url, verifier, presetId }: TemplatePanelsProps) {
	const { canWrite } = useTemplateEdit();
	const { opened, values } = useEditInWords();
	const { elements } = wantedContent(opened, values);
	const found = adviceFor(elements, chosenNames(findPreset(presetId), values));
	const panel = (id: string, title: string, content: ReactNode, count = 0) => ({
		...{ id, title, count },
		content: (
			<>
				<span className="absolute right-1 top-0">
					<AsOpened />
				</span>
				{content}
			</>
		),
	});
	return (
		<Tabs
			label="What the template asks for"
			tabs={[
				panel("holder", "Holder", <HolderPreview {...{ elements, verifier }} />),
				panel("advice", "Advice", <AdviceList {...{ found, canWrite }} />, found.length),
				panel("request", "Request", <RequestPanel {...{ opened, values, url }} />),
			]}
		/>
	);
}
