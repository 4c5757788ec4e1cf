import type { AskedElement } from "../verification/verification";
import { type DcqlQuery, dcqlQuery } from "./dcql-query";

/**
 * Signatures that are verified: ES256, ES384, ES512 and EdDSA, and their fully specified twins with P-256, P-384, P-521
 * and Ed25519 (RFC 9053, RFC 9864). A MAC needs a key of the reader, which this request has none of.
 */
const ALGORITHMS = [-7, -9, -35, -51, -36, -52, -8, -19];

export type Openid4vpRequest = {
	response_type: "vp_token";
	response_mode: "dc_api";
	nonce: string;
	dcql_query: DcqlQuery;
	client_metadata: {
		vp_formats_supported: { mso_mdoc: { issuerauth_alg_values: number[]; deviceauth_alg_values: number[] } };
	};
};

/**
 * The `data` of an `openid4vp-v1-unsigned` request to the Digital Credentials API (OpenID4VP 1.0, A.2 and A.3.1): who
 * asks is the page's origin, so it has no `client_id`; the answer comes unencrypted.
 * @param nonce letters, digits, `-` and `_`; for this request alone
 * @throws MdocFault where nothing is asked for
 */
export function openid4vpRequest({
	asked,
	nonce,
}: {
	asked: readonly AskedElement[];
	nonce: string;
}): Openid4vpRequest {
	const algorithms = { issuerauth_alg_values: [...ALGORITHMS], deviceauth_alg_values: [...ALGORITHMS] };
	return {
		response_type: "vp_token",
		response_mode: "dc_api",
		nonce,
		dcql_query: dcqlQuery(asked),
		client_metadata: { vp_formats_supported: { mso_mdoc: algorithms } },
	};
}
