/** ISO/IEC 18013-5, 7.1 and 7.2.1. */
export const MDL_DOC_TYPE = "org.iso.18013.5.1.mDL";
export const MDL_NAMESPACE = "org.iso.18013.5.1";
