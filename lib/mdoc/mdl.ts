/** The document type of a mobile driving licence and its namespaces (ISO/IEC 18013-5, 7.1 and 7.2.1; AAMVA's guidelines). */
export const MDL_DOCUMENT_TYPE = "org.iso.18013.5.1.mDL";
export const MDL_NAMESPACE = "org.iso.18013.5.1";
export const AAMVA_NAMESPACE = "org.iso.18013.5.1.aamva";
