import type { KeyPairKeyObjectResult } from "node:crypto";
import {
	base64url,
	DateOnly,
	DeviceKey,
	DeviceRequest,
	DocRequest,
	Holder,
	Issuer,
	ItemsRequest,
	SessionTranscript,
	SignatureAlgorithm,
} from "@owf/mdoc";
import type { IssuerCertificates } from "./issuer-certificates";
import { DAY_MS, DOCUMENT_TYPE, FULL_DATE, NAMESPACE } from "./licence";
import { coseKeyOf, jwkOf, walletContext } from "./wallet-context";

type DcqlQuery = { credentials: { claims: { path: [string, string]; intent_to_retain?: boolean }[] }[] };

/** A licence by `@owf/mdoc`, presented by OpenID4VP 1.0 over the Digital Credentials API. */
export async function owfLicence(
	elements: Record<string, string | boolean>,
	issuer: IssuerCertificates,
	phone: KeyPairKeyObjectResult,
) {
	const values = Object.entries(elements).map(([name, value]) => [
		name,
		FULL_DATE.test(String(value)) ? new DateOnly(String(value)) : value,
	]);
	const licence = await new Issuer(DOCUMENT_TYPE, walletContext)
		.addIssuerNamespace(NAMESPACE, Object.fromEntries(values))
		.sign({
			signingKey: coseKeyOf(issuer.signerKey),
			algorithm: SignatureAlgorithm.ES256,
			digestAlgorithm: "SHA-256",
			validityInfo: { signed: new Date(), validFrom: new Date(), validUntil: new Date(Date.now() + 10 * DAY_MS) },
			deviceKeyInfo: { deviceKey: DeviceKey.fromJwk(jwkOf(phone.publicKey)) },
			certificates: [issuer.signer],
		});
	return {
		async respond(data: Record<string, unknown>, origin: string) {
			const nonce = String(data.nonce);
			const response = await Holder.createDeviceResponseForDeviceRequest(
				{
					deviceRequest: requestOfQuery(data.dcql_query as DcqlQuery),
					sessionTranscript: await SessionTranscript.forOid4VpDcApi({ origin, nonce }, walletContext),
					issuerSigned: [licence],
					signature: { signingKey: coseKeyOf(phone.privateKey) },
				},
				walletContext,
			);
			return { vp_token: { mdl: [base64url.encode(response.encode())] } };
		},
	};
}

/** The same request in the format of the library's wallet. */
function requestOfQuery({ credentials }: DcqlQuery): DeviceRequest {
	const claims = credentials.flatMap((credential) => credential.claims);
	const names = claims.map(({ path, intent_to_retain }) => [path[1], intent_to_retain ?? false]);
	const namespaces = { [NAMESPACE]: Object.fromEntries(names) };
	const itemsRequest = ItemsRequest.create({ docType: DOCUMENT_TYPE, namespaces });
	return DeviceRequest.create({ docRequests: [DocRequest.create({ itemsRequest })] });
}
