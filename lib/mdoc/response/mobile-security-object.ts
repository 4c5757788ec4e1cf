import type { KeyObject } from "node:crypto";

/**
 * MobileSecurityObject (ISO/IEC 18013-5, 9.1.2.4): what the issuer signs. What can't be read is null or empty, and its
 * check has failed.
 */
export type MobileSecurityObject = {
	docType: string | null;
	/** As it is written, for example SHA-256. */
	digestAlgorithm: string | null;
	/** Digests by namespace and by number. */
	valueDigests: ReadonlyMap<string, ReadonlyMap<number, Uint8Array>>;
	deviceKey: KeyObject | null;
	/** What the device itself may sign: whole namespaces, and elements of others. */
	keyAuthorizations: {
		namespaces: ReadonlySet<string>;
		elements: ReadonlyMap<string, ReadonlySet<string>>;
	};
	validity: Validity;
	/** Whether it names a list by which it can be revoked. */
	hasStatus: boolean;
};

export type Validity = Record<(typeof MOMENTS)[number], Date | null>;

/** What ValidityInfo has of moments; the last one need not be there. */
export const MOMENTS = ["signed", "validFrom", "validUntil", "expectedUpdate"] as const;
