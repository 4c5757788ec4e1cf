import { CborTag, type CborValue, encodeCbor, RawCbor } from "../cbor/encode-cbor";
import { itemsOf } from "../cbor/fields";
import { MDL_NAMESPACE } from "../mdl";
import { openid4vpTranscript } from "../transcript/session-transcript";
import type { CheckName, VerificationContext } from "../verification/verification";
import { ELEMENTS, NAMESPACES, SECURITY_OBJECT } from "./paths";
import { GONE, Renamed, received, rewriteCbor } from "./rewrite-cbor";
import { respond } from "./sample-session";
import { elementIn, issuedAgain, listedAgain, provedAgain } from "./sign-again";

type Other = "@auth0/mdl" | "@owf/mdoc";

export type Hostile = {
	what: string;
	/** The check of this library that it fails. */
	failed: CheckName;
	response: Buffer;
	/** Other implementations that accept it, and why. */
	acceptedBy?: Partial<Record<Other, string>>;
	changed?: Partial<VerificationContext>;
};

const both = (why: string) => ({ "@auth0/mdl": why, "@owf/mdoc": why });

/** Responses that every verifier should reject, each with one fault. */
export function hostileResponses(): Hostile[] {
	const whole = respond("whole");
	const change = (path: readonly (string | number)[], value: CborValue | typeof GONE | Renamed) =>
		rewriteCbor(whole, path, () => value);
	const issued = (path: readonly (string | number)[], value: CborValue | typeof GONE) =>
		issuedAgain(change([...SECURITY_OBJECT, ...path], value));
	const element = elementIn(whole, MDL_NAMESPACE, 0);
	const content = element.kind === "tag" && element.item.kind === "bytes" ? element.item.value : Buffer.alloc(0);
	const elements = (make: (items: RawCbor[]) => CborValue) =>
		rewriteCbor(whole, ELEMENTS, (item) => make(itemsOf(item, "elements").map(received)));
	const another = openid4vpTranscript({ origin: "https://console.example", nonce: "another", jwkThumbprint: null });
	const stated = new Map([["org.example", new Map([["mood", "fine"]])]]);
	return [
		{
			what: "nameSpaces has another name",
			failed: "all-asked",
			response: change(NAMESPACES, new Renamed("namespaces")),
		},
		{
			what: "there are no documents",
			failed: "document",
			acceptedBy: { "@owf/mdoc": "It asks only that a list that is there is not empty." },
			response: change(["documents"], GONE),
		},
		{ what: "the list of documents is empty", failed: "document", response: change(["documents"], []) },
		{
			what: "the status is an error",
			failed: "status",
			acceptedBy: both("It does not read the status."),
			response: change(["status"], 10),
		},
		{
			what: "the version is 2.0",
			failed: "conformance",
			acceptedBy: both("It asks only that there is a version."),
			response: change(["version"], "2.0"),
		},
		{
			what: "the licence is there twice",
			failed: "document",
			acceptedBy: both("It verifies each document, and does not compare them with what was asked for."),
			response: rewriteCbor(whole, ["documents"], (item) =>
				itemsOf(item, "documents").flatMap((one) => [received(one), received(one)]),
			),
		},
		{
			what: "the issuer signed another type of document",
			failed: "document",
			acceptedBy: { "@owf/mdoc": "It does not compare the two types." },
			response: issued(["docType"], "org.example.card"),
		},
		{
			what: "an element has a longer head with the same meaning",
			failed: "digests",
			acceptedBy: { "@owf/mdoc": "It hashes the element after writing it anew." },
			response: change([...ELEMENTS, 0], new CborTag(24, Buffer.concat([Buffer.from([0xb8, 4]), content.subarray(1)]))),
		},
		{
			what: "the bytes of an element have a longer head",
			failed: "digests",
			acceptedBy: both("It writes tag 24 and its length anew before it hashes them."),
			response: change(
				[...ELEMENTS, 0],
				new RawCbor(Buffer.concat([Buffer.from([0xd8, 24, 0x59, 0]), element.raw.subarray(3)])),
			),
		},
		{
			what: "an element is there twice",
			failed: "distinct-elements",
			acceptedBy: both("It hashes each element for itself."),
			response: elements((items) => [...items, ...items.slice(0, 1)]),
		},
		{
			what: "an element has a number that is not listed",
			failed: "digests",
			response: change([...ELEMENTS, 0, "digestID"], 10_000),
		},
		{
			what: "an element is salted with 15 bytes",
			failed: "distinct-elements",
			acceptedBy: both("It does not look at the salt."),
			response: listedAgain(change([...ELEMENTS, 0, "random"], Buffer.alloc(15)), MDL_NAMESPACE, 0),
		},
		{
			what: "the response is that to another request",
			failed: "device-proof",
			response: whole,
			changed: { transcript: another },
		},
		{
			what: "the phone states elements without leave",
			failed: "device-elements",
			acceptedBy: both("It does not read keyAuthorizations."),
			response: provedAgain(whole, stated),
		},
		{
			what: "the validity has fractions of seconds",
			failed: "conformance",
			acceptedBy: both("It takes any text that JavaScript reads as a date."),
			response: issued(["validityInfo", "validUntil"], new CborTag(0, "2027-05-01T00:00:00.5Z")),
		},
		{
			what: "the licence was signed in the future",
			failed: "signed-date",
			acceptedBy: both("It asks only that the signer's certificate was valid then."),
			response: issued(["validityInfo", "signed"], new CborTag(0, "2027-03-05T00:00:00Z")),
		},
		{ what: "bytes follow the response", failed: "format", response: Buffer.concat([whole, Buffer.from([0])]) },
		{
			what: "a key is there twice",
			failed: "format",
			acceptedBy: both("Its decoder keeps the last one."),
			response: Buffer.concat([Buffer.from([0xa4]), whole.subarray(1), encodeCbor("status"), Buffer.from([0])]),
		},
		{
			what: "the response has no definite length",
			failed: "format",
			acceptedBy: both(
				"Its decoder takes indefinite lengths, as RFC 8949 allows; no more than one way to write a thing is taken here.",
			),
			response: Buffer.concat([Buffer.from([0xbf]), whole.subarray(1), Buffer.from([0xff])]),
		},
	];
}
