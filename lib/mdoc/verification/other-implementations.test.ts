/**
 * Licences that @auth0/mdl and @owf/mdoc issue are verified here, responses of the sample wallet are verified there, and
 * rejected responses are compared with their results. Where they accept one, the reason is beside the response.
 */
import * as auth0 from "@auth0/mdl";
import * as owf from "@owf/mdoc";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { embeddedCbor, encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { MDL_DOCUMENT_TYPE, MDL_NAMESPACE } from "../mdl";
import { documentSigner, sampleIssuerOf } from "../sample/sample-issuers";
import { sampleKey } from "../sample/sample-key";
import { SAMPLE_LICENCES, type SampleLicenceId } from "../sample/sample-licences";
import { hostileResponses } from "../testing/hostile-responses";
import { auth0Verifier, owfVerifier } from "../testing/other-verifiers";
import { owfContext } from "../testing/owf-context";
import { AT, context, namesOf, READER, REQUESTED, respond, TRANSCRIPT, verified } from "../testing/sample-session";

const SIGNER = documentSigner(sampleIssuerOf(true), AT);
const PHONE = sampleKey("A phone of the test");
const DAY_MS = 24 * 60 * 60 * 1000;
const VALIDITY = {
	signed: new Date(AT.getTime() - DAY_MS),
	validFrom: new Date(AT.getTime() - DAY_MS),
	validUntil: new Date(AT.getTime() + DAY_MS),
};
const ELEMENTS = {
	family_name: "Muster",
	birth_date: "1990-01-02",
	age_over_18: true,
	issuing_country: "US",
	expiry_date: "2030-01-02",
};

// One of them can verify only at the present moment.
beforeAll(() => {
	vi.useFakeTimers({ toFake: ["Date"] });
	vi.setSystemTime(AT);
});
afterAll(() => {
	vi.useRealTimers();
});

function jwkOf(key: typeof PHONE.privateKey) {
	return { ...key.export({ format: "jwk" }) };
}

async function issuedByAuth0(isMac: boolean): Promise<Uint8Array> {
	const document = await new auth0.Document(MDL_DOCUMENT_TYPE)
		.addIssuerNameSpace(MDL_NAMESPACE, ELEMENTS)
		.useDigestAlgorithm("SHA-512")
		.addValidityInfo(VALIDITY)
		.addDeviceKeyInfo({ deviceKey: jwkOf(PHONE.publicKey) })
		.sign({
			issuerPrivateKey: jwkOf(SIGNER.privateKey),
			issuerCertificate: SIGNER.chain.map(String).join(""),
			alg: "ES256",
		});
	const fields = REQUESTED.map(({ namespace, name }) => ({
		path: [`$['${namespace}']['${name}']`],
		intent_to_retain: false,
	}));
	const constraints = { limit_disclosure: "required", fields };
	const format = { mso_mdoc: { alg: ["ES256"] } };
	const response = auth0.DeviceResponse.from(new auth0.MDoc([document]).encode())
		.usingPresentationDefinition({ id: "any", input_descriptors: [{ id: MDL_DOCUMENT_TYPE, format, constraints }] })
		.usingSessionTranscriptBytes(encodeCbor(embeddedCbor(new RawCbor(TRANSCRIPT))));
	const proved = isMac
		? response.authenticateWithMAC(jwkOf(PHONE.privateKey), coseKeyOf(READER.publicKey), "HS256")
		: response.authenticateWithSignature(jwkOf(PHONE.privateKey), "ES256");
	return (await proved.sign()).encode();
}

function coseKeyOf(key: typeof PHONE.publicKey): Uint8Array {
	return owf.CoseKey.fromJwk(jwkOf(key)).encode();
}

async function issuedByOwf(): Promise<Uint8Array> {
	const issuerSigned = await new owf.Issuer(MDL_DOCUMENT_TYPE, owfContext)
		.addIssuerNamespace(MDL_NAMESPACE, { ...ELEMENTS, expiry_date: new owf.DateOnly(ELEMENTS.expiry_date) })
		.sign({
			signingKey: owf.CoseKey.fromJwk(jwkOf(SIGNER.privateKey)),
			algorithm: owf.SignatureAlgorithm.ES256,
			digestAlgorithm: "SHA-384",
			validityInfo: VALIDITY,
			deviceKeyInfo: { deviceKey: owf.DeviceKey.fromJwk(jwkOf(PHONE.publicKey)) },
			certificates: SIGNER.chain.map(({ raw }) => new Uint8Array(raw)),
		});
	const itemsRequest = owf.ItemsRequest.create({
		docType: MDL_DOCUMENT_TYPE,
		namespaces: new Map([[MDL_NAMESPACE, new Map(REQUESTED.map(({ name }) => [name, false]))]]),
	});
	const signingKey = owf.CoseKey.fromJwk({ ...jwkOf(PHONE.privateKey), alg: "ES256" });
	const response = await owf.Holder.createDeviceResponseForDeviceRequest(
		{
			deviceRequest: owf.DeviceRequest.create({ docRequests: [owf.DocRequest.create({ itemsRequest })] }),
			sessionTranscript: new Uint8Array(TRANSCRIPT),
			issuerSigned: [issuerSigned],
			signature: { signingKey },
		},
		owfContext,
	);
	return response.encode();
}

describe("what another implementation issues and sends is verified here", () => {
	it.each([
		["@auth0/mdl, with a signature", () => issuedByAuth0(false), "signature"],
		["@auth0/mdl, with a MAC", () => issuedByAuth0(true), "mac"],
		// Version 0.6.0 refuses its own responses with a MAC: see below.
		["@owf/mdoc, with a signature", issuedByOwf, "signature"],
	] as const)("%s", async (_, issue, proof) => {
		const verification = verified(await issue());
		expect(namesOf(verification, "failed")).toEqual([]);
		expect(verification).toMatchObject({ verdict: "verified", proof });
		const name = verification.elements.find((element) => element.name === "family_name")?.value;
		expect(name).toMatchObject({ kind: "text", value: ELEMENTS.family_name });
	});
});

describe("responses of the sample wallet are verified there as here", () => {
	/** Faults of a sample that are not noticed there. */
	const UNSEEN: Partial<Record<SampleLicenceId, Record<string, string>>> = {
		"expired-licence": { "@auth0/mdl": "It reads no element.", "@owf/mdoc": "It reads no element." },
		"expired-signer": { "@owf/mdoc": "Certificates are left to its caller." },
	};
	/** Valid samples that are refused there. */
	const REFUSED: Partial<Record<SampleLicenceId, Record<string, string>>> = {
		mac: { "@owf/mdoc": "0.6.0 compares the name of the algorithm with its number, so that no MAC is ever right." },
	};

	it.each(SAMPLE_LICENCES)("$title", async ({ id }) => {
		const response = respond(id);
		const isRejected = verified(response).verdict === "rejected";
		for (const [name, verifier] of [
			["@auth0/mdl", auth0Verifier],
			["@owf/mdoc", owfVerifier],
		] as const) {
			const found = await verifier(response, context());
			const isRefused = (isRejected && !UNSEEN[id]?.[name]) || Boolean(REFUSED[id]?.[name]);
			expect(found.length > 0, `${name}: ${found.join(", ")}`).toBe(isRefused);
		}
	});
});

describe("rejected responses are compared with their results", () => {
	it.each(hostileResponses())("$what", async ({ response, failed, acceptedBy = {}, changed = {} }) => {
		const verification = verified(response, changed);
		expect(verification.verdict).toBe("rejected");
		expect(namesOf(verification, "failed")).toEqual([failed]);
		for (const [name, verifier] of [
			["@auth0/mdl", auth0Verifier],
			["@owf/mdoc", owfVerifier],
		] as const) {
			const found = await verifier(response, context(changed));
			expect(found.length === 0, `${name}: ${found.join(", ")}`).toBe(name in acceptedBy);
		}
	});
});
