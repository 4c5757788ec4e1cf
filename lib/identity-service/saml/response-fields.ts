import type { FormFields } from "../identity-provider/federated-protocol";

/** SAML bindings 2.0 section 3.5.4: a response in base64, and what came along with the request as it came. */
export function responseFields(response: string, relayState: string | null): FormFields {
	return {
		SAMLResponse: Buffer.from(response, "utf8").toString("base64"),
		...(relayState === null ? {} : { RelayState: relayState }),
	};
}
