/** Largest response that is read. ISO/IEC 18013-5 has no limit; a licence with a photo has about 10 KB. */
export const RESPONSE_BYTES_MAX = 200 * 1024;

/** Levels of nesting of one piece of CBOR. A device response has nine. */
export const CBOR_DEPTH_MAX = 16;
