import { createHash, type KeyObject, type KeyPairKeyObjectResult, X509Certificate } from "node:crypto";
import { DeviceResponse, Document, MDoc } from "@auth0/mdl";
import { base64url, cborEncode, DataItem, DeviceRequest } from "@owf/mdoc";
import type { IssuerCertificates } from "./issuer-certificates";
import { DAY_MS, DOCUMENT_TYPE, NAMESPACE } from "./licence";
import { sealed } from "./sealed";

/** A licence by `@auth0/mdl`, presented by ISO/IEC 18013-7, Annex C. */
export async function auth0Licence(
	elements: Record<string, string | boolean>,
	issuer: IssuerCertificates,
	phone: KeyPairKeyObjectResult,
) {
	const document = await new Document(DOCUMENT_TYPE)
		.addIssuerNameSpace(NAMESPACE, elements)
		.useDigestAlgorithm("SHA-256")
		.addValidityInfo({ signed: new Date(), validUntil: new Date(Date.now() + 10 * DAY_MS) })
		.addDeviceKeyInfo({ deviceKey: jwkOf(phone.publicKey) })
		.sign({
			issuerPrivateKey: jwkOf(issuer.signerKey),
			issuerCertificate: new X509Certificate(issuer.signer).toString(),
			alg: "ES256",
		});
	const licence = new MDoc([document]).encode();
	return {
		async respond({ deviceRequest, encryptionInfo }: Record<string, unknown>, origin: string) {
			const info = String(encryptionInfo);
			const session = transcript(info, origin);
			const response = await DeviceResponse.from(licence)
				.usingPresentationDefinition(definitionOf(String(deviceRequest)))
				.usingSessionTranscriptBytes(Buffer.from(cborEncode(DataItem.fromData(session))))
				.authenticateWithSignature(jwkOf(phone.privateKey), "ES256")
				.sign();
			return { response: await sealed(response.encode(), info, cborEncode(session)) };
		},
	};
}

/** The session transcript (ISO/IEC 18013-7, C.5). */
function transcript(encryptionInfo: string, origin: string): unknown[] {
	const hash = createHash("sha256")
		.update(cborEncode([encryptionInfo, origin]))
		.digest();
	return [null, null, ["dcapi", new Uint8Array(hash)]];
}

/** The same request in the format of the library's wallet. */
function definitionOf(deviceRequest: string) {
	const { docRequests } = DeviceRequest.decode(base64url.decode(deviceRequest));
	const names = docRequests.flatMap(({ itemsRequest }) => [...(itemsRequest.namespaces.get(NAMESPACE) ?? [])]);
	const fields = names.map(([name, isRetained]) => ({
		path: [`$['${NAMESPACE}']['${name}']`],
		intent_to_retain: isRetained,
	}));
	const format = { mso_mdoc: { alg: ["ES256"] } };
	const descriptor = { id: DOCUMENT_TYPE, format, constraints: { limit_disclosure: "required", fields } };
	return { id: "licence", input_descriptors: [descriptor] };
}

function jwkOf(key: KeyObject) {
	return { ...key.export({ format: "jwk" }), alg: "ES256" } as never;
}
