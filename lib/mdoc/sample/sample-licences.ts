/** The licences of a simulation, in this order. Each but the first two differs from the whole licence in one thing. */
export const SAMPLE_LICENCES = [
	{
		id: "whole",
		title: "Whole licence",
		describes: "Every attribute that can be ticked here. The holder is 34. Nothing is wrong with it.",
	},
	{
		id: "mandatory",
		title: "Mandatory attributes only",
		describes:
			"The eleven attributes that every issuer must include: no street address, no age limits, no nationality. Asked for more, it sends a part or, under the rules of browsers, nothing.",
	},
	{
		id: "under-21",
		title: "Under 21",
		describes:
			"The holder is 19: over 16 and 18, but not over 21, 25 or 65. The licence is valid and verified: your application decides whom to turn away.",
	},
	{
		id: "expired-licence",
		title: "Expired licence",
		describes:
			"The licence expired 40 days ago, while its copy on the phone is still valid. Only the expiry date shows it: a request without that attribute doesn’t notice.",
	},
	{
		id: "expired-copy",
		title: "Expired phone copy",
		describes: "The licence is valid, but its copy on the phone expired yesterday and was not renewed.",
	},
	{
		id: "unlisted-issuer",
		title: "Issuer not on the list",
		describes: "All signatures are right. The root that they lead to is not on any trust list.",
	},
	{
		id: "altered-element",
		title: "Altered attribute",
		describes: "The first attribute that is sent was changed after the issuer signed it.",
	},
	{
		id: "sends-more",
		title: "Wallet that sends more than asked",
		describes:
			"The wallet adds two attributes that the request did not ask for, signed like the others. The response is verified, and they are not shown.",
	},
	{
		id: "other-phone",
		title: "Proof by another phone",
		describes: "A copied licence: it was issued to one phone, and another phone sends it.",
	},
	{
		id: "expired-signer",
		title: "Document signer expired",
		describes: "The certificate that the licence was signed with expired yesterday.",
	},
	{
		id: "not-yet-valid",
		title: "Not yet valid",
		describes: "The copy on the phone becomes valid in two days.",
	},
	{
		id: "mac",
		title: "Proof by MAC",
		describes:
			"The phone proves itself with a key that it shares with the reader, instead of a signature. If the request has no key, it signs.",
	},
] as const;

export type SampleLicenceId = (typeof SAMPLE_LICENCES)[number]["id"];
