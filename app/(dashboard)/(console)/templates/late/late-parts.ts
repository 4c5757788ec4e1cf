// What the form loads with the first interaction, in one file of its own.
export { AdviceList } from "../advice/advice-list";
export { withFix } from "../advice/with-fix";
export { CertificateInspector } from "../certificate/certificate-inspector";
export { readDraft, rebaseDraft } from "../draft/draft";
export { DraftOffer } from "../draft/draft-offer";
export { HolderPreview } from "../holder/holder-preview";
export { NameNotes } from "../names/name-notes";
export { needsQuestion, withPresetId } from "../presets/choose-preset";
export { PresetStatus } from "../presets/preset-status";
export { LiveRequestPanel } from "../request/live-request-panel";
export { importTemplate } from "../transfer/import-template";
export { keepingPlace } from "./keeping-place";
export { writeTemplateForm } from "./write-template-form";
