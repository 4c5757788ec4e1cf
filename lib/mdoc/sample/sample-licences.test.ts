import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { MDL_NAMESPACE } from "../mdl";
import { openid4vpTranscript } from "../transcript/session-transcript";
import type { CheckName, Verdict } from "../verification/verification";
import { verifyResponse } from "../verification/verify-response";
import { respondAsWallet } from "./respond-as-wallet";
import { sampleTrustList, unlistedSampleRoot } from "./sample-issuers";
import { SAMPLE_LICENCES, type SampleLicenceId } from "./sample-licences";

const STEP_DAYS = process.env.LONG ? 13 : 251;
const now = new Date();
const transcript = openid4vpTranscript({ origin: "https://console.example", nonce: "abc", jwkThumbprint: null });
const reader = generateKeyPairSync("ec", { namedCurve: "P-256" });
const NAMES = ["family_name", "birth_date", "age_over_21", "portrait", "expiry_date", "issuing_country"];

/** The verdict on each under the rules of ISO, and the checks that determine it. */
const OUTCOMES: Record<SampleLicenceId, { verdict: Verdict; decisive: [CheckName, "failed" | "noted"][] }> = {
	whole: { verdict: "verified", decisive: [] },
	mandatory: {
		verdict: "incomplete",
		// The wallet itself reports that it has no age_over_21.
		decisive: [
			["status", "noted"],
			["all-asked", "noted"],
		],
	},
	"under-21": { verdict: "verified", decisive: [] },
	"expired-licence": { verdict: "rejected", decisive: [["licence-expiry", "failed"]] },
	"expired-copy": { verdict: "rejected", decisive: [["valid-until", "failed"]] },
	"unlisted-issuer": { verdict: "rejected", decisive: [["chain", "failed"]] },
	"altered-element": { verdict: "rejected", decisive: [["digests", "failed"]] },
	"sends-more": { verdict: "verified", decisive: [["nothing-else", "noted"]] },
	"other-phone": { verdict: "rejected", decisive: [["device-proof", "failed"]] },
	"expired-signer": { verdict: "rejected", decisive: [["certificate-dates", "failed"]] },
	"not-yet-valid": { verdict: "rejected", decisive: [["valid-from", "failed"]] },
	mac: { verdict: "verified", decisive: [] },
};

describe("a sample licence", () => {
	it.each(SAMPLE_LICENCES)("differs in one thing at most, which one check reports: $title", ({ id }) => {
		const { verdict, checks } = verified(id);
		const decisive = checks.filter(({ state }) => state === "failed" || state === "noted");
		expect(decisive.map(({ name, state }) => [name, state])).toEqual(OUTCOMES[id].decisive);
		expect(verdict).toBe(OUTCOMES[id].verdict);
	});

	it("proves itself by MAC where the request contains a key, and by signature where it does not", () => {
		expect(verified("mac").proof).toBe("mac");
		expect(verified("mac", { readerKey: null }).proof).toBe("signature");
		expect(verified("whole").proof).toBe("signature");
	});

	it("is verified from the unlisted issuer too, once its root is trusted", () => {
		const roots = [{ certificate: unlistedSampleRoot(), source: "mine" }];
		expect(verified("unlisted-issuer", { roots }).verdict).toBe("verified");
		expect(verified("whole", { roots }).verdict).toBe("rejected");
	});

	it("stays unchanged for years", () => {
		for (let day = 0; day < 4 * 366; day += STEP_DAYS) {
			const at = new Date(Date.UTC(2026, 0, 1 + day, 23, 59, 59));
			for (const { id } of SAMPLE_LICENCES) expect(verified(id, { at }).verdict).toBe(OUTCOMES[id].verdict);
		}
	});

	it("has a unique title and identifier", () => {
		expect(new Set(SAMPLE_LICENCES.map(({ id }) => id)).size).toBe(SAMPLE_LICENCES.length);
		expect(new Set(SAMPLE_LICENCES.map(({ title }) => title)).size).toBe(SAMPLE_LICENCES.length);
		expect(Object.keys(OUTCOMES)).toEqual(SAMPLE_LICENCES.map(({ id }) => id));
	});
});

function verified(
	licence: SampleLicenceId,
	{ readerKey = reader.privateKey as typeof reader.privateKey | null, roots = sampleTrustList(), at = now } = {},
) {
	const requested = NAMES.map((name) => ({ namespace: MDL_NAMESPACE, name, isRetained: false }));
	const forWallet = readerKey === null ? {} : { readerKey: createPublicKey(readerKey) };
	const result = respondAsWallet({ licence, requested, rules: "iso", transcript, ...forWallet, now: at });
	if (!("response" in result)) throw new Error("Nothing was sent.");
	return verifyResponse(result.response, { requested, transcript, readerKey, roots, at });
}
