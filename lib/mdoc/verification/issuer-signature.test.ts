import { describe, expect, it } from "vitest";
import { CborTag, type CborValue, encodeCbor } from "../cbor/encode-cbor";
import { MDL_NAMESPACE } from "../mdl";
import { expectRejected } from "../testing/expect-rejected";
import { ISSUER_AUTH, SECURITY_OBJECT } from "../testing/paths";
import { GONE, rewriteCbor } from "../testing/rewrite-cbor";
import { detailOf, namesOf, respond, verified } from "../testing/sample-session";
import { issuedAgain } from "../testing/sign-again";
import type { CheckName } from "./verification";

const WHOLE = respond("whole");

describe("the mobile security object", () => {
	const changed = (path: readonly (string | number)[], value: CborValue | typeof GONE) =>
		issuedAgain(rewriteCbor(WHOLE, [...SECURITY_OBJECT, ...path], () => value));
	const date = (text: string, tag = 0) => new CborTag(tag, text);

	it("is rejected where it was changed after signing", () => {
		const response = rewriteCbor(WHOLE, [...SECURITY_OBJECT, "validityInfo", "validUntil"], () =>
			date("2099-01-01T00:00:00Z"),
		);
		const verification = expectRejected(response, ["issuer-signature"]);
		expect(verification.elements.every(({ value }) => value === null)).toBe(true);
		// The list of digests is not trusted either, so that no element is known to be altered.
		const listChanged = rewriteCbor(WHOLE, [...SECURITY_OBJECT, "valueDigests", MDL_NAMESPACE], () => new Map());
		const { elements } = expectRejected(listChanged, ["issuer-signature"]);
		expect(elements.map(({ isSent, altered }) => [isSent, altered])).toEqual(elements.map(() => [true, null]));
		expect(detailOf(verification, "digests")).toMatch(/^Not checked, because/);
	});

	const moments = [
		["signed", "signed-date"],
		["validFrom", "valid-from"],
		["validUntil", "valid-until"],
		["expectedUpdate", "conformance"],
	] as const;

	it.each([
		["no such day", date("2027-02-30T00:00:00Z")],
		["no such hour", date("2027-03-01T24:00:00Z")],
		["a date alone", date("2027-03-01", 1004)],
		["another tag", date("2027-03-01T00:00:00Z", 1)],
		["a number", 1_800_000_000],
	])("is rejected with a validity in %s", (_, value) => {
		for (const [name, check] of moments) {
			const verification = expectRejected(changed(["validityInfo", name], value), [check]);
			expect(detailOf(verification, check)).toContain(name);
			expect(verification.validity).toMatchObject({ [name]: null });
		}
	});

	it("needs no expected update", () => {
		const verification = verified(changed(["validityInfo", "expectedUpdate"], GONE));
		expect(verification.verdict).toBe("verified");
		expect(verification.validity?.expectedUpdate).toBeNull();
	});

	it("is rejected where it was signed in the future, or when the signer's certificate was not valid", () => {
		expectRejected(changed(["validityInfo", "signed"], date("2027-03-04T05:07:08Z")), ["signed-date"]);
		expectRejected(changed(["validityInfo", "signed"], date("2001-01-01T00:00:00Z")), ["signed-date"]);
	});

	// The moment of these checks is 05:06:07.
	it.each([
		["signed", "signed-date", "It was signed"],
		["validFrom", "valid-from", "The phone copy becomes valid"],
	] as const)(
		"is noted where %s is up to 60 s ahead, as clocks differ, and rejected where clocks have to agree",
		(name, check, words) => {
			for (const [text, seconds] of [
				["2027-03-04T05:06:08Z", 1],
				["2027-03-04T05:07:07Z", 60],
			] as const) {
				const response = changed(["validityInfo", name], date(text));
				const verification = verified(response);
				expect(verification.verdict).toBe("verified");
				expect(namesOf(verification, "noted")).toContain(check);
				expect(detailOf(verification, check)).toContain(`${words} ${seconds} s after the moment of the check.`);
				const strict = verified(response, { isClockStrict: true });
				expect([strict.verdict, namesOf(strict, "failed")]).toEqual(["rejected", [check]]);
				const later = verified(response, { at: new Date("2027-03-04T05:07:07Z"), isClockStrict: true });
				expect(namesOf(later, "failed")).toEqual([]);
			}
			expectRejected(changed(["validityInfo", name], date("2027-03-04T05:07:08Z")), [check]);
		},
	);

	it("is rejected a second after its end: no difference of clocks is accepted there", () => {
		expectRejected(changed(["validityInfo", "validUntil"], date("2027-03-04T05:06:06Z")), ["valid-until"]);
	});

	it("is noted where it is valid from before it was signed", () => {
		const verification = verified(changed(["validityInfo", "validFrom"], date("2027-01-01T00:00:00Z")));
		expect(verification.verdict).toBe("verified");
		expect(namesOf(verification, "noted")).toEqual(["signed-date"]);
	});

	it.each(["MD5", "SHA-1", "sha-256", "SHA-224"])("is rejected with digests of %s", (name) => {
		const { elements } = expectRejected(changed(["digestAlgorithm"], name), ["algorithm"]);
		expect(elements.every(({ value, digest }) => value === null && digest === null)).toBe(true);
	});

	it.each<[string, CheckName[]]>([
		["docType", ["document"]],
		["digestAlgorithm", ["algorithm"]],
		["valueDigests", ["digests"]],
		["deviceKeyInfo", ["device-proof", "device-elements"]],
		["validityInfo", ["signed-date", "valid-from", "valid-until"]],
		["version", ["conformance"]],
	])("is rejected without %s", (name, failed) => {
		expectRejected(changed([name], GONE), failed);
	});

	it("is rejected with an invalid key of the phone", () => {
		const key = (entries: [number, CborValue][]) => changed(["deviceKeyInfo", "deviceKey"], new Map(entries));
		const point = Buffer.alloc(32, 1);
		const keys: [number, CborValue][][] = [
			[],
			[
				[1, 2],
				[-1, 1],
				[-2, point],
				[-3, point],
			],
			[
				[1, 2],
				[-1, 1],
				[-2, Buffer.alloc(33, 1)],
				[-3, point],
			],
			[
				[1, 1],
				[-1, 1],
				[-2, point],
			],
			[
				[1, 2],
				[-1, 8],
				[-2, point],
				[-3, point],
			],
			[
				[1, 2],
				[-1, 1],
				[-2, point],
			],
		];
		for (const entries of keys) expectRejected(key(entries), ["device-proof"]);
	});

	it("may name a revocation list, which is reported as not checked", () => {
		const verification = verified(changed(["status"], new Map()));
		expect(detailOf(verification, "revocation")).toContain("names a list");
	});
});

describe("the issuer's signature", () => {
	const head = (entries: [number, CborValue][]) =>
		rewriteCbor(WHOLE, [...ISSUER_AUTH, 0], () => encodeCbor(new Map(entries)));

	it("is rejected with an algorithm that does not match the key, or an unknown one", () => {
		for (const algorithm of [-35, -36, -8, -37, -257, 5]) expectRejected(head([[1, algorithm]]), ["algorithm"]);
		expectRejected(
			rewriteCbor(WHOLE, [...ISSUER_AUTH, 0], () => Buffer.alloc(0)),
			["algorithm"],
		);
	});

	it("is rejected with critical headers that are not supported, or duplicate headers", () => {
		expectRejected(
			head([
				[1, -7],
				[2, [42]],
			]),
			["issuer-signature"],
		);
		expectRejected(
			rewriteCbor(WHOLE, [...ISSUER_AUTH, 1, 1], () => -7),
			["issuer-signature"],
		);
	});

	it("is rejected with other protected bytes of the same meaning", () => {
		const response = rewriteCbor(WHOLE, [...ISSUER_AUTH, 0], () => Buffer.from("b8010126", "hex"));
		expectRejected(response, ["issuer-signature"]);
	});

	it("is rejected where it was cut, lengthened, or is all zeros", () => {
		const signature = [...ISSUER_AUTH, 3];
		for (const bytes of [Buffer.alloc(0), Buffer.alloc(64), Buffer.alloc(63, 1), Buffer.alloc(65, 1)]) {
			expectRejected(
				rewriteCbor(WHOLE, signature, () => bytes),
				["issuer-signature"],
			);
		}
	});

	it("is rejected without the signed content, and without its certificate", () => {
		expectRejected(
			rewriteCbor(WHOLE, [...ISSUER_AUTH, 2], () => null),
			["format"],
		);
		expectRejected(
			rewriteCbor(WHOLE, [...ISSUER_AUTH, 1], () => new Map()),
			["signer-certificate"],
		);
		expectRejected(
			rewriteCbor(WHOLE, [...ISSUER_AUTH, 1, 33], () => []),
			["signer-certificate"],
		);
		expectRejected(
			rewriteCbor(WHOLE, [...ISSUER_AUTH, 1, 33], () => Buffer.alloc(300)),
			["signer-certificate"],
		);
	});
});
