import type { ReactNode } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { Tabs } from "@/components/ui/tabs";
import { adviceFor } from "../_advice/advice";
import { AdviceList } from "../_advice/advice-list";
import { AsOpened, useEditInWords } from "../_edit/edit-in-words";
import { purposeOf, templateEditor } from "../_edit/template-editor";
import type { Press } from "../try-it/_run/try-it-fields";
import { TryItPlace } from "../try-it/_tab/try-it-place";
import { HolderPreview } from "./holder-preview";
import { RequestPanel } from "./request-panel";

type TemplatePanelsProps = {
	/** URL of the request. */
	url: string;
	/** The verifier's name, as the holder reads it. */
	verifier: string;
	/** The server-rendered part of the tab “Try it”, and its last pressed button. */
	tryIt: ReactNode;
	pressed: Press | null;
};

/** Beside the form: the request as the holder sees it, advice, the request itself, and a trial with a wallet. */
export function TemplatePanels({ url, verifier, tryIt, pressed }: TemplatePanelsProps) {
	const { canWrite } = useEditing(templateEditor);
	const { baseline, values } = useEditInWords();
	const content = templateEditor.contentOf(values, baseline);
	const found = adviceFor(content.elements, purposeOf(content).preset);
	const panel = (id: string, title: string, content: ReactNode, count = 0) => ({
		id,
		title,
		count,
		content: (
			<>
				<AsOpened />
				{content}
			</>
		),
	});
	return (
		<Tabs
			label="What the template asks for"
			tabs={[
				panel("holder", "Holder", <HolderPreview content={content} verifier={verifier} />),
				panel("advice", "Advice", <AdviceList found={found} canWrite={canWrite} />, found.length),
				panel("request", "Request", <RequestPanel baseline={baseline} values={values} url={url} />),
				{ id: "try-it", title: "Try it", content: <TryItPlace pressed={pressed}>{tryIt}</TryItPlace> },
			]}
		/>
	);
}
