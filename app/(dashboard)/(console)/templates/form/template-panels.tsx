import type { MdlElements } from "@/lib/contract/mdl-elements";
import { AdviceList } from "../advice/advice-list";
import { CertificateFactsList } from "../certificate/certificate-facts";
import { inspectCertificates } from "../certificate/inspect-certificates";
import { HolderPreview } from "../holder/holder-preview";
import { PresetLinks } from "../presets/preset-links";
import { PresetStatus } from "../presets/preset-status";
import { RequestPanel } from "../request/request-panel";
import type { TemplatePanels } from "./template-aside";
import { elementsOfForm, type TemplateFormValues } from "./template-form-values";

type TemplatePanelsOptions = {
	start: TemplateFormValues;
	stored: MdlElements;
	url: string;
	isNew: boolean;
	canWrite: boolean;
	presetId: string | null;
	certificateAuthority: string | null;
};

/** The panels beside the form as the server makes them for its start: readable without scripts, and no script bytes. */
export function templatePanels(options: TemplatePanelsOptions): TemplatePanels {
	const { start, stored, url, isNew, canWrite, presetId, certificateAuthority } = options;
	const elements = elementsOfForm(stored, start);
	return {
		presets: <PresetLinks isOpen={isNew} />,
		presetStatus: <PresetStatus values={start} choice={{ current: presetId, proposed: null }} />,
		holder: <HolderPreview elements={elements} />,
		advice: <AdviceList {...{ elements, canWrite }} />,
		request: <RequestPanel {...{ values: start, elements, url, isNew }} isStored={false} />,
		certificate: certificateAuthority ? (
			<CertificateFactsList report={inspectCertificates(certificateAuthority, new Date())} />
		) : null,
	};
}
