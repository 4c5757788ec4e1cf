import type { ReactNode } from "react";
import { useEditing } from "@/app/_editor/editor-context";
import { Tabs } from "@/components/ui/tabs";
import { adviceFor } from "../_advice/advice";
import { AdviceList } from "../_advice/advice-list";
import { AsOpened, useEditInWords } from "../_edit/edit-in-words";
import { withAdvice } from "../_edit/presets";
import { purposeOf, templateEditor } from "../_edit/template-editor";
import { HolderPreview } from "./holder-preview";
import { RequestPanel } from "./request-panel";

type TemplatePanelsProps = {
	/** URL of the request. */
	url: string;
	/** The verifier's name, as the holder reads it. */
	verifier: string;
	/** The tab “Try it”. */
	tryIt: ReactNode;
};

/** Beside the form: the request as the holder sees it, advice, the request itself, and a trial with a wallet. */
export function TemplatePanels({ url, verifier, tryIt }: TemplatePanelsProps) {
	const { canWrite, edit, getValues, apply } = useEditing(templateEditor);
	const { baseline, values } = useEditInWords();
	const content = templateEditor.contentOf(values, baseline);
	const found = adviceFor(content.elements, purposeOf(content).preset);
	const follow = (adviceId: string) => {
		const now = getValues();
		apply(withAdvice(adviceId, templateEditor.contentOf(now, edit.baseline), now));
	};
	const panel = (id: string, title: string, content: ReactNode, count = 0) => ({
		id,
		title,
		count,
		content: (
			<>
				<AsOpened className="absolute top-1 right-1 text-xs text-muted" />
				{content}
			</>
		),
	});
	return (
		<Tabs
			label="What the template asks for"
			tabs={[
				panel("holder", "Holder", <HolderPreview content={content} verifier={verifier} />),
				panel("advice", "Advice", <AdviceList found={found} canWrite={canWrite} onFollow={follow} />, found.length),
				panel("request", "Request", <RequestPanel baseline={baseline} values={values} url={url} />),
				{ id: "try-it", title: "Try it", content: tryIt },
			]}
		/>
	);
}
