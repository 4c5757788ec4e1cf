import type { KeyObject } from "node:crypto";

/** MobileSecurityObject (ISO/IEC 18013-5, 9.1.2.4): what the issuer signs of a licence. */
export type MobileSecurityObject = {
	docType: string;
	/** As it is written, for example SHA-256. */
	digestAlgorithm: string;
	/** Digests by namespace and by number. */
	valueDigests: ReadonlyMap<string, ReadonlyMap<number, Uint8Array>>;
	deviceKey: KeyObject;
	/** What the device itself may sign: whole namespaces, and elements of others. */
	keyAuthorizations: {
		namespaces: ReadonlySet<string>;
		elements: ReadonlyMap<string, ReadonlySet<string>>;
	};
	signed: Date;
	validFrom: Date;
	validUntil: Date;
	expectedUpdate: Date | null;
	/** Whether it names a list by which it can be revoked. */
	hasStatus: boolean;
};
