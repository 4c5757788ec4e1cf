/** Bytes of a response that are read at most. ISO/IEC 18013-5 sets none; a licence with a photo has about 10 KB. */
export const RESPONSE_BYTES_MAX = 200 * 1024;

/** Levels of nesting of one piece of CBOR. A device response has nine. */
export const CBOR_DEPTH_MAX = 16;
