import type { WalletRequest } from "./wallet-requests";

/** A request as the store keeps it; nothing reads its key. */
export const keptRequest: WalletRequest = {
	templateId: "t",
	origin: "http://localhost:3000",
	nonce: "nonce",
	encryptionInfo: "info",
	readerKey: "planted-key",
	requested: { names: ["family_name", "age_over_21"], isRetained: false },
	certificateAuthority: null,
};
