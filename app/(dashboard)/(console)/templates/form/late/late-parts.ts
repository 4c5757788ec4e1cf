// What the form loads with the first interaction, in one file of its own.
export { AdviceList } from "../../advice/advice-list";
export { withFix } from "../../advice/with-fix";
export { NameNotes } from "../../attributes/names/name-notes";
export { CertificateInspector } from "../../certificate/certificate-inspector";
export { HolderPreview } from "../../holder/holder-preview";
export { needsQuestion, withPresetId } from "../../presets/choose-preset";
export { PresetStatus } from "../../presets/preset-status";
export { LiveRequestPanel } from "../../request/live-request-panel";
export { importTemplate } from "../../transfer/import-template";
export { readDraft, rebaseDraft } from "../draft/draft";
export { DraftOffer } from "../draft/draft-offer";
export { keepingPlace } from "./keeping-place";
export { writeTemplateForm } from "./write-template-form";
