import type { CheckName, ReportedCheck } from "../presentation-report";

/** The checks of a response for admins who don't know CBOR. */
export const CHECK_WORDS: Record<CheckName, Pick<ReportedCheck, "title" | "remedy">> = {
	format: {
		title: "The answer is a device response in the form of ISO 18013-5",
		remedy:
			"Hand over the bytes exactly as the wallet sent them. Where they are whole, tell the wallet's maker: the detail says what is wrong with them.",
	},
	status: {
		title: "The wallet reports no error of its own",
		remedy: "Ask again. Where it keeps happening, the wallet can't read this request: try another wallet.",
	},
	document: {
		title: "The answer holds one mobile driving licence",
		remedy: "Check that the wallet holds a driving licence and that the holder has agreed to share it.",
	},
	"signer-certificate": {
		title: "The licence brings the certificate of who signed it",
		remedy: "Refuse it: without that certificate nobody can tell who signed. Tell the issuer.",
	},
	chain: {
		title: "The signer's certificate leads to a root that you believe",
		remedy:
			"Compare the issuer with your trust list. Where you know its root to be right, put it into a template's custom certificate authority, or give it here as an extra root.",
	},
	"certificate-dates": {
		title: "Every certificate of the chain is valid on this day",
		remedy:
			"Check the date that you asked for. Otherwise the holder has to renew the licence in the wallet, and the issuer its certificate.",
	},
	"signer-role": {
		title: "The signer's certificate may sign licences, and only the certificates above it may sign certificates",
		remedy: "Refuse it: the certificate was made for something else. Tell the issuer.",
	},
	algorithm: {
		title: "The signature is of a kind and strength that the standard allows",
		remedy: "Refuse it, and tell the issuer which algorithms ISO 18013-5 has.",
	},
	"issuer-signature": {
		title: "The issuer's signature holds",
		remedy: "Refuse it: the licence was changed, or was not signed by this issuer.",
	},
	digests: {
		title: "Every element is the one that the issuer signed",
		remedy: "Refuse it: an element was changed after it was signed. Believe none of its values.",
	},
	"distinct-elements": {
		title: "No element is there twice, and each is salted",
		remedy: "Refuse it: two values under one name can't both be right. Tell the issuer or the wallet's maker.",
	},
	"signed-date": {
		title: "The licence was signed while its signer's certificate was valid",
		remedy:
			"A difference of seconds comes of clocks: check yours. Otherwise refuse it, and tell the issuer: its clock or its certificate is wrong.",
	},
	"valid-from": {
		title: "The copy on the phone is valid already",
		remedy: "Check the date that you asked for and your clock; otherwise wait until it is valid.",
	},
	"valid-until": {
		title: "The copy on the phone is still valid",
		remedy: "Ask the holder to open the wallet while it is online, so that it renews its copy, and ask again.",
	},
	"device-proof": {
		title: "The phone that answers is the one that the licence was issued to, and it answers this request",
		remedy:
			"Check nonce, origin and keys: they must be those of this very request, letter by letter. Where they are, refuse it: the licence was copied, or the answer is that to another request.",
	},
	"device-elements": {
		title: "The phone adds nothing of its own that the issuer did not allow",
		remedy: "Use only what the issuer signed. Tell the wallet's maker.",
	},
	"issuing-country": {
		title: "The licence names the country and state of who signed it",
		remedy: "Refuse it: one country's authority has signed another one's licence. Tell the issuer.",
	},
	"licence-expiry": {
		title: "The licence itself has not expired",
		remedy: "Ask the holder for a licence that is valid. Tick “Expires on” to have this checked every time.",
	},
	"all-asked": {
		title: "All that was asked for was sent",
		remedy:
			"Ask for less, or decide what to do for people whose licence lacks it: not every issuer puts in every element.",
	},
	"nothing-else": {
		title: "Nothing was sent that was not asked for",
		remedy: "Do not keep or show what you did not ask for. It is left out here.",
	},
	conformance: {
		title: "All of it is written as ISO 18013-5 wants it, to the letter",
		remedy:
			"Do not accept it in an application, and tell the wallet's maker or the issuer what is written otherwise. It was read all the same, so that you see whether the rest is right.",
	},
	revocation: {
		title: "The licence has not been withdrawn",
		remedy: "Where it matters, ask the issuer. A copy on a phone is short-lived, and that is what stands in for it.",
	},
};
