export const DOCUMENT_TYPE = "org.iso.18013.5.1.mDL";
export const NAMESPACE = "org.iso.18013.5.1";
export const FULL_DATE = /^\d{4}-\d{2}-\d{2}$/;
export const DAY_MS = 24 * 3600 * 1000;
