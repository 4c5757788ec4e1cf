import { generateKeyPairSync, randomBytes } from "node:crypto";
import { CoseKey, DeviceRequest } from "@owf/mdoc";
import { DcqlQuery } from "dcql";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeCbor } from "../cbor/decode-cbor";
import { openHpke } from "../hpke/hpke";
import { MDL_DOCUMENT_TYPE, MDL_NAMESPACE } from "../mdl";
import { respondAsWallet, sealAsWallet } from "../sample/respond-as-wallet";
import { type LicenceElements, mandatoryOnly, sampleHolder } from "../sample/sample-holder";
import type { SampleLicenceId } from "../sample/sample-licences";
import { requestedElements } from "../testing/requested-elements";
import { at, embedded, entriesOf, itemsOf, sentElements, textOf } from "../testing/sent-elements";
import { isoTranscript } from "../transcript/session-transcript";
import type { RequestedElement } from "../verification/verification";
import { dcqlQuery, deviceRequest, encryptionInfo, openid4vpRequest } from "./request";
import { encryptedResponse } from "./wallet-response";

const RUNS = process.env.LONG ? 400 : 20;
const now = new Date();
const transcript = isoTranscript({ encryptionInfo: "gmVk", origin: "https://console.example" });

const NAME = { namespace: MDL_NAMESPACE, name: "family_name", isRetained: true };
const OVER_21 = { namespace: MDL_NAMESPACE, name: "age_over_21", isRetained: false };

describe("a device request", () => {
	it("is the bytes of ISO 18013-5, version 1.0", () => {
		expect(Buffer.from(deviceRequest([NAME, OVER_21])).toString("latin1")).toBe(
			"\xa2\x67version\x631.0\x6bdocRequests\x81\xa1\x6citemsRequest\xd8\x18\x58\x58" +
				"\xa2\x67docType\x75org.iso.18013.5.1.mDL\x6anameSpaces\xa1\x71org.iso.18013.5.1" +
				"\xa2\x6bfamily_name\xf5\x6bage_over_21\xf4",
		);
	});

	it("requests the same when @owf/mdoc reads it", () => {
		fc.assert(
			fc.property(requestedElements, (requested) => {
				const read = DeviceRequest.decode(deviceRequest(requested));
				expect(read.version).toBe("1.0");
				const [{ itemsRequest }] = read.docRequests as [(typeof read.docRequests)[0]];
				expect(read.docRequests).toHaveLength(1);
				expect(itemsRequest.docType).toBe(MDL_DOCUMENT_TYPE);
				const elements = [...itemsRequest.namespaces].flatMap(([namespace, named]) =>
					[...named].map(([name, isRetained]) => `${namespace} ${name} ${isRetained}`),
				);
				expect(elements.sort()).toEqual(
					requested.map(({ namespace, name, isRetained }) => `${namespace} ${name} ${isRetained ?? true}`).sort(),
				);
			}),
			{ numRuns: RUNS },
		);
	});

	it("is refused where nothing is requested, in either form", () => {
		expect(() => deviceRequest([])).toThrow("at least one attribute");
		expect(() => dcqlQuery([])).toThrow("at least one attribute");
		expect(() => openid4vpRequest({ requested: [], nonce: "n" })).toThrow("at least one attribute");
	});
});

describe("a DCQL query", () => {
	it("is the same as the request that is shown beside the form", () => {
		// The same text as in the test of app/(console)/templates/request/queries.ts.
		expect(dcqlQuery([{ ...NAME, isRetained: false }, OVER_21])).toEqual({
			credentials: [
				{
					id: "mdl",
					format: "mso_mdoc",
					meta: { doctype_value: "org.iso.18013.5.1.mDL" },
					claims: [
						{ path: ["org.iso.18013.5.1", "family_name"], intent_to_retain: false },
						{ path: ["org.iso.18013.5.1", "age_over_21"], intent_to_retain: false },
					],
				},
			],
		});
	});

	it("makes no statement about retention where the template makes none", () => {
		const [credential] = dcqlQuery([{ ...NAME, isRetained: null }]).credentials;
		expect(credential.claims).toEqual([{ path: [MDL_NAMESPACE, "family_name"] }]);
	});

	it("is satisfied, according to the dcql library, by exactly the licences that the sample wallet sends", () => {
		const licences: readonly [SampleLicenceId, LicenceElements][] = [
			["whole", sampleHolder({ now })],
			["mandatory", mandatoryOnly(sampleHolder({ now }))],
			["under-21", sampleHolder({ now, age: 19 })],
		];
		fc.assert(
			fc.property(requestedElements, fc.constantFrom(...licences), (requested, [licence, elements]) => {
				const query = DcqlQuery.parse(dcqlQuery(requested));
				DcqlQuery.validate(query);
				const namespaces = Object.fromEntries([...elements].map(([namespace, named]) => [namespace, plain(named)]));
				const credential = {
					credential_format: "mso_mdoc" as const,
					doctype: MDL_DOCUMENT_TYPE,
					cryptographic_holder_binding: true,
					namespaces,
				};
				const result = DcqlQuery.query(query, [credential]);
				const walletResult = respondAsWallet({ licence, requested, rules: "browser", transcript, now });
				expect("response" in walletResult).toBe(result.can_be_satisfied);
			}),
			{ numRuns: RUNS },
		);
	});
});

describe("an unsigned request of OpenID4VP", () => {
	it("has what the specification requires, and no client_id, no state, no response_uri", () => {
		const request = openid4vpRequest({ requested: [NAME], nonce: "abc" });
		expect(Object.keys(request).sort()).toEqual(
			["client_metadata", "dcql_query", "nonce", "response_mode", "response_type"].sort(),
		);
		expect(request).toMatchObject({ response_type: "vp_token", response_mode: "dc_api", nonce: "abc" });
		const { mso_mdoc } = request.client_metadata.vp_formats_supported;
		expect(mso_mdoc.issuerauth_alg_values).toEqual(expect.arrayContaining([-7, -9]));
		expect(mso_mdoc.deviceauth_alg_values).toEqual(expect.arrayContaining([-7, -9]));
	});
});

describe("one element less", () => {
	it("is exactly one less in both requests, and in the elements that the wallet sends or lacks", () => {
		fc.assert(
			fc.property(requestedElements, fc.nat(), (all, pick) => {
				// The attestation for an age limit may also be that for another one, which then stays.
				const requested = all.filter(({ name }) => !name.startsWith("age_over_"));
				fc.pre(requested.length > 1);
				const removed = requested[pick % requested.length];
				const rest = requested.filter((element) => element !== removed);
				expect(without(inDeviceRequest(requested), removed)).toEqual(inDeviceRequest(rest));
				expect(without(inDcql(requested), removed)).toEqual(inDcql(rest));
				expect(without(sent(requested, "iso"), removed)).toEqual(sent(rest, "iso"));
				// All or nothing: it responds where it has all that is left.
				const hasResponse = lacked(rest).length === 0;
				expect(sent(rest, "browser")).toEqual(hasResponse ? sent(rest, "iso") : []);
				expect(lacked(requested)).toEqual(requested.filter((one) => lacked([one]).length > 0).map(({ name }) => name));
			}),
			{ numRuns: RUNS },
		);
	});
});

describe("the encryption info of a request", () => {
	it("contains nonce and key as another implementation reads them, in base64url without padding", () => {
		const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
		const nonce = randomBytes(16);
		const text = encryptionInfo({ nonce, publicKey });
		expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
		const [kind, parameters] = itemsOf(decodeCbor(Buffer.from(text, "base64url")));
		expect(textOf(kind)).toBe("dcapi");
		expect(entriesOf(parameters).map(([key]) => textOf(key))).toEqual(["nonce", "recipientPublicKey"]);
		expect(at(parameters, "nonce")).toMatchObject({ kind: "bytes", value: nonce });
		const key = CoseKey.decode(at(parameters, "recipientPublicKey")?.raw ?? Buffer.alloc(0));
		expect(key.jwk).toMatchObject(publicKey.export({ format: "jwk" }));
	});

	it("is what a wallet encrypts its response with", () => {
		const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
		const info = encryptionInfo({ nonce: randomBytes(16), publicKey });
		const session = isoTranscript({ encryptionInfo: info, origin: "https://console.example" });
		const sent = Buffer.from("a response");
		const response = sealAsWallet({ response: sent, recipient: publicKey, transcript: session });
		const sealed = encryptedResponse({ response });
		expect(openHpke({ recipient: privateKey, ...sealed, info: session })).toEqual(sent);
		const elsewhere = isoTranscript({ encryptionInfo: info, origin: "https://other.example" });
		expect(() => openHpke({ recipient: privateKey, ...sealed, info: elsewhere })).toThrow("can't be decrypted");
	});
});

function plain(named: ReadonlyMap<string, unknown>) {
	// The query requests names: the values do not matter to it.
	return Object.fromEntries([...named.keys()].map((name) => [name, "held"]));
}

function without(names: readonly string[], removed: RequestedElement | undefined): string[] {
	return names.filter((name) => name !== `${removed?.namespace} ${removed?.name}`);
}

function inDeviceRequest(requested: readonly RequestedElement[]): string[] {
	const [document] = itemsOf(at(decodeCbor(deviceRequest(requested)), "docRequests"));
	return entriesOf(at(embedded(at(document, "itemsRequest")), "nameSpaces"))
		.flatMap(([namespace, named]) => entriesOf(named).map(([name]) => `${textOf(namespace)} ${textOf(name)}`))
		.sort();
}

function inDcql(requested: readonly RequestedElement[]): string[] {
	return dcqlQuery(requested).credentials[0].claims.map(({ path }) => path.join(" "));
}

function sent(requested: readonly RequestedElement[], rules: "iso" | "browser"): string[] {
	const walletResult = respondAsWallet({ licence: "whole", requested, rules, transcript, now });
	return "response" in walletResult ? sentElements(walletResult.response).sort() : [];
}

function lacked(requested: readonly RequestedElement[]): string[] {
	const walletResult = respondAsWallet({ licence: "whole", requested, rules: "browser", transcript, now });
	return "response" in walletResult ? [] : walletResult.missing;
}
