import type { WalletRequest } from "./wallet-requests";

/** A stored request; its key is not read. */
export const keptRequest: WalletRequest = {
	templateId: "t",
	origin: "http://localhost:3000",
	nonce: "nonce",
	encryptionInfo: "info",
	readerKey: "planted-key",
	requested: { names: ["family_name", "age_over_21"], isRetained: false },
	certificateAuthority: null,
};
