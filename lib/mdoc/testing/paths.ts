import { MDL_NAMESPACE } from "../mdl";

/** Paths in a response with one licence. */
export const DOCUMENT = ["documents", 0] as const;
export const NAMESPACES = [...DOCUMENT, "issuerSigned", "nameSpaces"] as const;
export const ELEMENTS = [...NAMESPACES, MDL_NAMESPACE] as const;
export const ISSUER_AUTH = [...DOCUMENT, "issuerSigned", "issuerAuth"] as const;
/** The payload that the issuer signed. */
export const SECURITY_OBJECT = [...ISSUER_AUTH, 2] as const;
export const DEVICE_NAMESPACES = [...DOCUMENT, "deviceSigned", "nameSpaces"] as const;
export const DEVICE_AUTH = [...DOCUMENT, "deviceSigned", "deviceAuth"] as const;
