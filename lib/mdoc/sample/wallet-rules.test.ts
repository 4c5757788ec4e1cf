import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AAMVA_NAMESPACE, MDL_NAMESPACE } from "../mdl";
import { requestedElements } from "../testing/requested-elements";
import { sentElements } from "../testing/sent-elements";
import { isoTranscript } from "../transcript/session-transcript";
import type { RequestedElement, Verdict } from "../verification/verification";
import { verifyResponse } from "../verification/verify-response";
import { respondAsWallet } from "./respond-as-wallet";
import { sampleHolder } from "./sample-holder";
import { sampleTrustList } from "./sample-issuers";
import { SAMPLE_LICENCES, type SampleLicenceId } from "./sample-licences";

const RUNS = process.env.LONG ? 1000 : 25;
const now = new Date();
const transcript = isoTranscript({ encryptionInfo: "gmVk", origin: "https://console.example" });

describe("a limit of age", () => {
	it.each([
		["whole", "age_over_18", "age_over_18"],
		["whole", "age_over_13", "age_over_16"],
		["whole", "age_over_19", "age_over_21"],
		["whole", "age_over_65", "age_over_65"],
		["whole", "age_over_99", "age_over_65"],
		["under-21", "age_over_18", "age_over_18"],
		["under-21", "age_over_20", null],
		["under-21", "age_over_21", "age_over_21"],
		["under-21", "age_over_23", "age_over_21"],
		["under-21", "age_over_99", "age_over_65"],
		// Over 25 and not over 65 do not determine 30.
		["whole", "age_over_30", null],
		["mandatory", "age_over_18", null],
	] as const)("gets the nearest attestation that implies it under ISO: %s, %s", (licence, requested, attestation) => {
		expect(sent(licence, request(requested))).toEqual(attestation === null ? [] : [`${MDL_NAMESPACE} ${attestation}`]);
	});

	it("gets one attestation where that implies several", () => {
		expect(sent("whole", request("age_over_19", "age_over_20", "age_over_21"))).toEqual([
			`${MDL_NAMESPACE} age_over_21`,
		]);
	});

	it("gets the attestation of its name or none for a browser's request", () => {
		expect(sent("whole", request("age_over_18"), "browser")).toEqual([`${MDL_NAMESPACE} age_over_18`]);
		expect(respond("whole", request("age_over_19"), "browser")).toEqual({ missing: ["age_over_19"] });
	});

	it("belongs to its own namespace only", () => {
		const elsewhere = [{ namespace: AAMVA_NAMESPACE, name: "age_over_19", isRetained: false }];
		expect(sent("whole", elsewhere)).toEqual([]);
	});
});

describe("a wallet", () => {
	it("sends what it has under ISO, and all or nothing for a browser's request", () => {
		const requested = request("family_name", "nationality", "resident_city");
		expect(sent("mandatory", requested)).toEqual([`${MDL_NAMESPACE} family_name`]);
		expect(respond("mandatory", requested, "browser")).toEqual({ missing: ["nationality", "resident_city"] });
		expect(sent("whole", requested, "browser")).toHaveLength(3);
	});

	it("responds without a document where it has none of the elements, or none is requested", () => {
		for (const requested of [request("nationality"), []]) {
			const result = respond("mandatory", requested, "iso");
			expect("response" in result && verdictOf(result.response, requested)).toBe("rejected");
		}
	});

	it("sends exactly the requested elements, but for the one that sends two more", () => {
		fc.assert(
			fc.property(requestedElements, licences, (requested, licence) => {
				const names = sent(licence, requested);
				expect(new Set(names).size).toBe(names.length);
				const ordinary = sent(licence === "sends-more" ? "whole" : licence, requested);
				const unrequested = ordinary.filter((name) => !requested.some((one) => nameOf(one) === name));
				expect(unrequested.filter((name) => !name.includes(" age_over_"))).toEqual([]);
				const more = names.filter((name) => !ordinary.includes(name));
				expect(more).toHaveLength(licence === "sends-more" && ordinary.length > 0 ? 2 : 0);
			}),
			{ numRuns: RUNS },
		);
	});

	it("adds elements that are not requested, for any request", () => {
		const all = [...sampleHolder({ now })].flatMap(([namespace, named]) =>
			[...named.keys()].map((name) => ({ namespace, name, isRetained: false })),
		);
		expect(sent("sends-more", request("portrait"))).toHaveLength(3);
		expect(sent("sends-more", request("family_name", "given_name", "birth_date"))).toHaveLength(5);
		expect(sent("sends-more", all.slice(0, -1))).toHaveLength(all.length);
		expect(sent("sends-more", all)).toHaveLength(all.length);
	});
});

describe("the response to any request", () => {
	it("is verified, incomplete or rejected as the sample describes, under the rules of ISO", () => {
		fc.assert(
			fc.property(requestedElements, licences, (requested, licence) => {
				const result = respond(licence, requested, "iso");
				if (!("response" in result)) throw new Error("Under ISO there is always a response.");
				expect(verdictOf(result.response, requested)).toBe(expectedOf(licence, requested));
			}),
			{ numRuns: RUNS },
		);
	});
});

const licences = fc.constantFrom(...SAMPLE_LICENCES.map(({ id }) => id));

/** The verdict by the fault of each; the expiry of a licence matters only where it is requested. */
function expectedOf(licence: SampleLicenceId, requested: readonly RequestedElement[]): Verdict {
	const names = sent(licence, requested);
	const isExpiryRequested = requested.some((one) => nameOf(one) === `${MDL_NAMESPACE} expiry_date`);
	const isRejected: Record<SampleLicenceId, boolean> = {
		whole: false,
		mandatory: false,
		"under-21": false,
		"sends-more": false,
		mac: false,
		"expired-copy": true,
		"unlisted-issuer": true,
		"altered-element": true,
		"other-phone": true,
		"expired-signer": true,
		"not-yet-valid": true,
		"expired-licence": isExpiryRequested,
	};
	if (names.length === 0 || isRejected[licence]) return "rejected";
	return requested.every((one) => sent(licence === "sends-more" ? "whole" : licence, [one]).length > 0)
		? "verified"
		: "incomplete";
}

function request(...names: string[]): RequestedElement[] {
	return names.map((name) => ({ namespace: MDL_NAMESPACE, name, isRetained: false }));
}

function nameOf({ namespace, name }: RequestedElement): string {
	return `${namespace} ${name}`;
}

function respond(licence: SampleLicenceId, requested: readonly RequestedElement[], rules: "iso" | "browser") {
	return respondAsWallet({ licence, requested, rules, transcript, now });
}

function sent(
	licence: SampleLicenceId,
	requested: readonly RequestedElement[],
	rules: "iso" | "browser" = "iso",
): string[] {
	const result = respond(licence, requested, rules);
	return "response" in result ? sentElements(result.response) : [];
}

function verdictOf(response: Uint8Array, requested: readonly RequestedElement[]): Verdict {
	return verifyResponse(response, { requested, transcript, readerKey: null, roots: sampleTrustList(), at: now })
		.verdict;
}
