import type { CheckName, ReportedCheck } from "../presentation-report";

/** The checks of a response for admins who don't know CBOR, each with the one link of the chain that it belongs to. */
export const CHECK_WORDS: Record<CheckName, Pick<ReportedCheck, "link" | "title" | "remedy">> = {
	format: {
		link: "request",
		title: "The response is a device response as ISO 18013-5 defines it",
		remedy:
			"Check that the bytes are exactly what the wallet sent. If they are, tell the wallet's maker: the detail says what is wrong.",
	},
	status: {
		link: "request",
		title: "The wallet reports no error of its own",
		remedy: "Ask again. If it happens again, the wallet can't read this request: try another wallet.",
	},
	document: {
		link: "request",
		title: "The response holds one mobile driving licence",
		remedy: "Check that the wallet holds a driving licence and that the holder has agreed to share it.",
	},
	"signer-certificate": {
		link: "signer",
		title: "The licence comes with its signer's certificate",
		remedy: "Refuse it: without that certificate no one can tell who signed it. Tell the issuer.",
	},
	chain: {
		link: "root",
		title: "The signer's certificate leads to a root that you trust",
		remedy:
			"Compare the issuer with your trust list. If you trust its root, enter it as a template's custom certificate authority, or here as an extra root.",
	},
	"authority-dates": {
		link: "root",
		title: "The root, and every authority below it, is valid on that day",
		remedy: "Check the date that you set. If it is right, ask the issuer for the root that follows this one.",
	},
	"authority-role": {
		link: "root",
		title: "The certificates above the signer's may sign certificates",
		remedy: "Refuse it: a certificate was made for something else. Tell the issuer.",
	},
	"certificate-dates": {
		link: "signer",
		title: "The signer's certificate is valid on that day",
		remedy:
			"Check the date that you set. If it is right, the holder must renew the licence in the wallet, or the issuer its certificate.",
	},
	"signer-role": {
		link: "signer",
		title: "The signer's certificate may sign licences",
		remedy: "Refuse it: the certificate was made for something else. Tell the issuer.",
	},
	algorithm: {
		link: "signer",
		title: "The signature is of a kind and strength that the standard allows",
		remedy: "Refuse it, and tell the issuer which algorithms ISO 18013-5 allows.",
	},
	"issuer-signature": {
		link: "licence",
		title: "The issuer's signature is valid",
		remedy: "Refuse it: the licence was changed, or was not signed by this issuer.",
	},
	digests: {
		link: "licence",
		title: "Every attribute is as the issuer signed it",
		remedy: "Refuse it: an attribute was changed after it was signed. Trust none of its values.",
	},
	"distinct-elements": {
		link: "licence",
		title: "No attribute appears twice, and each is salted",
		remedy: "Refuse it: two values under one name can't both be right. Tell the issuer or the wallet's maker.",
	},
	"signed-date": {
		link: "licence",
		title: "The licence was signed while its signer's certificate was valid",
		remedy:
			"If it is a matter of seconds, check your clock. Otherwise refuse it, and tell the issuer: its clock or its certificate is wrong.",
	},
	"valid-from": {
		link: "licence",
		title: "The copy on the phone is valid already",
		remedy: "Check the date that you set, and your clock. If both are right, wait until it is valid.",
	},
	"valid-until": {
		link: "licence",
		title: "The copy on the phone is still valid",
		remedy: "Ask the holder to open the wallet while it is online, so that it renews its copy, and ask again.",
	},
	"device-proof": {
		link: "phone",
		title: "The licence came from the phone that it was issued to, in response to this request",
		remedy:
			"Check that nonce, origin and keys are exactly those of this request. If they are, refuse it: the licence was copied, or the response is to another request.",
	},
	"device-elements": {
		link: "phone",
		title: "The phone adds nothing of its own that the issuer did not allow",
		remedy: "Use only what the issuer signed. Tell the wallet's maker.",
	},
	"issuing-country": {
		link: "licence",
		title: "The licence names its signer's country and state",
		remedy: "Refuse it: one country's authority signed another country's licence. Tell the issuer.",
	},
	"licence-expiry": {
		link: "licence",
		title: "The licence itself has not expired",
		remedy: "Ask the holder for a licence that is valid. Tick “Expires on” to have this checked every time.",
	},
	"all-asked": {
		link: "request",
		title: "All that was asked for was sent",
		remedy:
			"Ask for less, or decide what to do for holders whose licence lacks it: not every issuer includes every attribute.",
	},
	"nothing-else": {
		link: "request",
		title: "Nothing was sent that was not asked for",
		remedy: "Do not keep or show what you did not ask for. It is left out here.",
	},
	conformance: {
		link: "request",
		title: "It is written exactly as ISO 18013-5 requires",
		remedy:
			"Do not accept it in an application, and tell the wallet's maker or the issuer what differs. It was still read, so that you see whether the rest is right.",
	},
	revocation: {
		link: "licence",
		title: "The licence has not been withdrawn",
		remedy: "If it matters, ask the issuer. Otherwise rely on the copy on the phone being short-lived.",
	},
};
