import { Verifier } from "@auth0/mdl";
import { describe, expect, it } from "vitest";
import { embeddedCbor, encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { MDL_NAMESPACE } from "../mdl";
import { openid4vpTranscript } from "../transcript/session-transcript";
import { respondAsWallet } from "./respond-as-wallet";
import { sampleTrustList } from "./sample-issuers";
import { SAMPLE_LICENCES, type SampleLicenceId } from "./sample-licences";

const now = new Date();
const transcript = openid4vpTranscript({ origin: "https://console.example", nonce: "abc", jwkThumbprint: null });
const NAMES = ["family_name", "birth_date", "age_over_21", "portrait", "driving_privileges", "expiry_date"];

/** The fault that another implementation finds in the sample; null where it finds none. */
const FAULTS: Record<SampleLicenceId, RegExp | null> = {
	whole: null,
	mandatory: null,
	"under-21": null,
	// It does not read the element with the expiry of the licence.
	"expired-licence": null,
	"expired-copy": /MSO must be valid at the time of verification/,
	"unlisted-issuer": /No valid certificate paths found/,
	"altered-element": /digest for org.iso.18013.5.1\/family_name attribute must match/,
	"sends-more": null,
	"other-phone": /Device signature must be valid/,
	"expired-signer": /certificate is either not yet valid or expired/,
	"not-yet-valid": /MSO must be valid at the time of verification/,
	mac: null,
};

describe("a sample wallet", () => {
	it.each(SAMPLE_LICENCES)("responds with a licence on which @auth0/mdl agrees: $title", async ({ id }) => {
		const { failures, sent } = await verifiedByAuth0(respond(id));
		const fault = FAULTS[id];
		if (fault === null) expect(failures).toEqual([]);
		else expect(failures).toEqual([expect.stringMatching(fault)]);
		expect(sent).toContain("portrait");
	});
});

function respond(licence: SampleLicenceId, names = NAMES, rules: "iso" | "browser" = "iso"): Uint8Array {
	const result = respondAsWallet({ licence, requested: request(names), rules, transcript, now });
	if (!("response" in result)) throw new Error(`Nothing was sent, for want of ${result.missing.join(", ")}.`);
	return result.response;
}

function request(names: readonly string[]) {
	return names.map((name) => ({ namespace: MDL_NAMESPACE, name, isRetained: false }));
}

async function verifiedByAuth0(response: Uint8Array) {
	const roots = sampleTrustList().map(({ certificate }) => certificate.toString());
	const failures: string[] = [];
	const mdoc = await new Verifier(roots).verify(Buffer.from(response), {
		encodedSessionTranscript: encodeCbor(embeddedCbor(new RawCbor(transcript))),
		onCheck: ({ status, check, reason }) => {
			if (status === "FAILED") failures.push(`${check} ${reason ?? ""}`);
		},
	});
	const sent = Object.keys(mdoc.documents[0]?.getIssuerNameSpace(MDL_NAMESPACE) ?? {});
	return { failures, sent };
}
