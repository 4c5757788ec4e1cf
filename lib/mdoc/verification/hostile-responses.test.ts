import { describe, expect, it } from "vitest";
import { CborTag, type CborValue, encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { bytesOf, itemsOf } from "../cbor/fields";
import { MDL_NAMESPACE } from "../mdl";
import { expectRejected } from "../testing/expect-rejected";
import { DOCUMENT, ELEMENTS, NAMESPACES, SECURITY_OBJECT } from "../testing/paths";
import { GONE, Renamed, received, rewriteCbor } from "../testing/rewrite-cbor";
import { detailOf, namesOf, requested, respond, verified } from "../testing/sample-session";
import { elementIn, issuedAgain, listedAgain } from "../testing/sign-again";
import type { Verification } from "./verification";

const WHOLE = respond("whole");

describe("a response without requested elements", () => {
	it.each([
		["nameSpaces has another name", rewriteCbor(WHOLE, NAMESPACES, () => new Renamed("namespaces")), "all-asked"],
		["nameSpaces is empty", rewriteCbor(WHOLE, NAMESPACES, () => new Map()), "all-asked"],
		["documents has another name", rewriteCbor(WHOLE, ["documents"], () => new Renamed("document")), "document"],
		["documents is empty", rewriteCbor(WHOLE, ["documents"], () => []), "document"],
	] as const)("is rejected: %s", (_, response, failed) => {
		const verification = expectRejected(response, [failed]);
		expect(detailOf(verification, failed)).toMatch(/^Nothing was sent/);
		expect(verification.elements.every(({ value, isSent }) => value === null && isSent === false)).toBe(true);
	});

	it("is rejected where other elements are sent", () => {
		expectRejected(WHOLE, ["all-asked"], { requested: requested("nationality", "resident_city") });
	});

	it("is rejected where the namespace has another name", () => {
		const response = rewriteCbor(WHOLE, ELEMENTS, () => new Renamed("org.iso.18013.5.2"));
		const { elements } = expectRejected(response, ["digests", "all-asked"]);
		expect(elements.every(({ value }) => value === null)).toBe(true);
	});
});

describe("what a wallet reports about its response", () => {
	it.each([10, 11, 12, 99])("rejects status %i", (status) => {
		expectRejected(
			rewriteCbor(WHOLE, ["status"], () => status),
			["status"],
		);
	});

	it("includes why a licence is not returned", () => {
		const response = encodeCbor(
			new Map<string, CborValue>([
				["version", "1.0"],
				["documentErrors", [new Map([["org.iso.18013.5.1.mDL", 0]])]],
				["status", 0],
			]),
		);
		expect(detailOf(expectRejected(response, ["document"]), "document")).toContain("does not return");
	});

	it("rejects a response without a status, and one of another version", () => {
		expectRejected(
			rewriteCbor(WHOLE, ["status"], () => GONE),
			["status"],
		);
		expectRejected(
			rewriteCbor(WHOLE, ["version"], () => "2.0"),
			["conformance"],
		);
	});

	it("may have a later version that begins with 1", () => {
		expect(verified(rewriteCbor(WHOLE, ["version"], () => "1.9")).verdict).toBe("verified");
		const newer = rewriteCbor(WHOLE, [...SECURITY_OBJECT, "version"], () => "1.1");
		expect(verified(issuedAgain(newer)).verdict).toBe("verified");
	});
});

/** Nothing is said of what was sent. */
function expectNotKnown({ elements }: Verification): void {
	expect(elements.map(({ isSent, value }) => [isSent, value])).toEqual(elements.map(() => [null, null]));
}

describe("documents", () => {
	it("rejects two licences, and one of another type", () => {
		const two = rewriteCbor(WHOLE, ["documents"], (item) => {
			const [one] = itemsOf(item, "documents").map(received);
			return one ? [one, one] : [];
		});
		expectNotKnown(expectRejected(two, ["document"]));
		for (const byte of [0xff, 0xa0]) expectNotKnown(verified(Buffer.from([byte])));
		expectNotKnown(verified(rewriteCbor(WHOLE, [...DOCUMENT, "issuerSigned"], () => 1)));
		expectRejected(
			rewriteCbor(WHOLE, [...DOCUMENT, "docType"], () => "org.example.card"),
			["document"],
		);
	});

	it("notes documents of other types beside the licence", () => {
		const more = rewriteCbor(WHOLE, ["documents"], (item) => [
			...itemsOf(item, "documents").map(received),
			new Map([["docType", "org.example.card"]]),
		]);
		const verification = verified(more);
		expect(verification.verdict).toBe("verified");
		expect(namesOf(verification, "noted")).toEqual(["document"]);
	});

	it("rejects a licence of which the issuer signed another type", () => {
		expectRejected(issuedAgain(rewriteCbor(WHOLE, [...SECURITY_OBJECT, "docType"], () => "org.example.card")), [
			"document",
		]);
	});
});

describe("elements", () => {
	it("are rejected in other bytes with the same meaning", () => {
		const written = bytesOf(
			(elementIn(WHOLE, MDL_NAMESPACE, 0) as { item: Parameters<typeof bytesOf>[0] }).item,
			"An attribute",
		);
		// The length of the map in two bytes instead of one.
		const longer = Buffer.concat([Buffer.from([0xb8, (written[0] ?? 0) & 0x1f]), written.subarray(1)]);
		const response = rewriteCbor(WHOLE, [...ELEMENTS, 0], () => new CborTag(24, longer));
		const { elements } = expectRejected(response, ["digests"]);
		expect(elements[0]).toMatchObject({ digest: "differs", value: null });
	});

	it("are rejected where their embedded bytes have a longer head", () => {
		const { raw } = elementIn(WHOLE, MDL_NAMESPACE, 0);
		expect([...raw.subarray(0, 3)]).toEqual([0xd8, 24, 0x58]);
		const longer = Buffer.concat([Buffer.from([0xd8, 24, 0x59, 0]), raw.subarray(3)]);
		expectRejected(
			rewriteCbor(WHOLE, [...ELEMENTS, 0], () => new RawCbor(longer)),
			["digests"],
		);
	});

	it("are rejected where one is there twice", () => {
		const twice = rewriteCbor(WHOLE, ELEMENTS, (item) => {
			const elements = itemsOf(item, "elements").map(received);
			return [...elements, ...elements.slice(0, 1)];
		});
		const { elements } = expectRejected(twice, ["distinct-elements"]);
		expect(elements[0]?.value).toBeNull();
	});

	it("are rejected where another one has the number of a digest", () => {
		const same = rewriteCbor(WHOLE, [...ELEMENTS, 0, "digestID"], () => 10_000);
		const { elements } = expectRejected(same, ["digests"]);
		expect(elements[0]).toMatchObject({ digest: "unlisted", value: null });
	});

	it("are rejected where the salt is short, though the issuer signed it", () => {
		const short = rewriteCbor(WHOLE, [...ELEMENTS, 0, "random"], () => Buffer.alloc(15));
		expectRejected(listedAgain(short, MDL_NAMESPACE, 0), ["distinct-elements"]);
	});
});
