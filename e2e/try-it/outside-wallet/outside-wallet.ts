import { createHash, generateKeyPairSync, type KeyObject } from "node:crypto";
import {
	base64url,
	cborEncode,
	DeviceKey,
	DeviceRequest,
	DocRequest,
	Holder,
	Issuer,
	type IssuerSigned,
	ItemsRequest,
	SessionTranscript,
	SignatureAlgorithm,
} from "@owf/mdoc";
import { issuerCertificates } from "./issuer-certificates";
import { sealed } from "./sealed";
import { coseKeyOf, jwkOf, walletContext } from "./wallet-context";

const DOCUMENT_TYPE = "org.iso.18013.5.1.mDL";
const NAMESPACE = "org.iso.18013.5.1";
const DAY_MS = 24 * 3600 * 1000;

/** What a page hands to `navigator.credentials.get`. */
export type AskedOfWallet = { protocol: string; data: Record<string, unknown> };

type Transcript = SessionTranscript | Uint8Array;
type DcqlQuery = { credentials: { claims: DcqlClaim[] }[] };
type DcqlClaim = { path: [string, string]; intent_to_retain?: boolean };

/**
 * An issuer and a wallet of others (`@owf/mdoc`, for encryption `@hpke/core`): they share no line with the product.
 * @param elements what the licence holds
 */
export async function outsideWallet(elements: Record<string, unknown>) {
	const issuer = issuerCertificates();
	const phone = generateKeyPairSync("ec", { namedCurve: "P-256" });
	const licence = await new Issuer(DOCUMENT_TYPE, walletContext).addIssuerNamespace(NAMESPACE, elements).sign({
		signingKey: coseKeyOf(issuer.signerKey),
		algorithm: SignatureAlgorithm.ES256,
		digestAlgorithm: "SHA-256",
		validityInfo: {
			signed: new Date(),
			validFrom: new Date(),
			validUntil: new Date(Date.now() + 10 * DAY_MS),
		},
		deviceKeyInfo: { deviceKey: DeviceKey.fromJwk(jwkOf(phone.publicKey)) },
		certificates: [issuer.signer],
	});
	const respond = (request: DeviceRequest, transcript: Transcript) =>
		responseOf(licence, request, transcript, phone.privateKey);
	return {
		/** Of the issuer, in PEM. */
		root: issuer.root,
		/** What the wallet answers to a request that comes from this origin. */
		async answer({ protocol, data }: AskedOfWallet, origin: string): Promise<Record<string, unknown>> {
			if (protocol === "openid4vp-v1-unsigned") {
				const transcript = await SessionTranscript.forOid4VpDcApi({ origin, nonce: String(data.nonce) }, walletContext);
				const response = await respond(requestOfQuery(data.dcql_query as DcqlQuery), transcript);
				return { vp_token: { mdl: [base64url.encode(response)] } };
			}
			const info = String(data.encryptionInfo);
			const request = DeviceRequest.decode(base64url.decode(String(data.deviceRequest)));
			const transcript = annexC(info, origin);
			return { response: await sealed(await respond(request, transcript), info, transcript) };
		},
	};
}

async function responseOf(licence: IssuerSigned, request: DeviceRequest, transcript: Transcript, phone: KeyObject) {
	const response = await Holder.createDeviceResponseForDeviceRequest(
		{
			deviceRequest: request,
			sessionTranscript: transcript,
			issuerSigned: [licence],
			signature: { signingKey: coseKeyOf(phone) },
		},
		walletContext,
	);
	return response.encode();
}

/** The same question in the words that the library's wallet reads. */
function requestOfQuery({ credentials }: DcqlQuery): DeviceRequest {
	const claims = credentials.flatMap((credential) => credential.claims);
	const names = claims.map(({ path, intent_to_retain }) => [path[1], intent_to_retain ?? false]);
	const namespaces = { [NAMESPACE]: Object.fromEntries(names) };
	const itemsRequest = ItemsRequest.create({ docType: DOCUMENT_TYPE, namespaces });
	return DeviceRequest.create({ docRequests: [DocRequest.create({ itemsRequest })] });
}

/** ISO/IEC 18013-7, C.5. */
function annexC(encryptionInfo: string, origin: string): Uint8Array {
	const hash = createHash("sha256")
		.update(cborEncode([encryptionInfo, origin]))
		.digest();
	return cborEncode([null, null, ["dcapi", new Uint8Array(hash)]]);
}
