/** The licences of a simulation, in this order. Each but the first two differs from the whole licence in one thing. */
export const SAMPLE_LICENCES = [
	{
		id: "whole",
		title: "Whole licence",
		describes: "Every element that can be ticked here, held by a person of 34. Nothing is wrong with it.",
	},
	{
		id: "mandatory",
		title: "Mandatory elements only",
		describes:
			"The eleven elements that every issuer must put in: no address, no age limits, no nationality. Asked for more, it answers in part or, under the rules of browsers, not at all.",
	},
	{
		id: "under-21",
		title: "Under 21",
		describes:
			"The holder is 19: over 16 and 18, but not over 21, 25 or 65. The licence is in order and verified: whom to turn away is for your application to say.",
	},
	{
		id: "expired-licence",
		title: "Expired licence",
		describes:
			"The licence expired 40 days ago, while its copy on the phone is still valid. Only the expiry date tells: a request without it doesn’t notice.",
	},
	{
		id: "expired-copy",
		title: "Expired phone copy",
		describes: "The licence is valid, but its copy on the phone ended yesterday and was not renewed.",
	},
	{
		id: "unlisted-issuer",
		title: "Issuer not on the list",
		describes: "All signatures are right. The root that they lead to is on no trust list.",
	},
	{
		id: "altered-element",
		title: "Altered element",
		describes: "The first of the elements that are sent was changed after the issuer had signed.",
	},
	{
		id: "sends-more",
		title: "Wallet that sends more than asked",
		describes:
			"The wallet adds two elements that nobody asked for, signed like the others. The answer is verified, and they are not shown.",
	},
	{
		id: "other-phone",
		title: "Proof by another phone",
		describes: "A copied licence: it was issued to one phone, and another phone answers with it.",
	},
	{
		id: "expired-signer",
		title: "Document signer expired",
		describes: "The certificate that the licence was signed with ended yesterday.",
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
			"The phone proves itself with a key that it shares with the reader, instead of a signature. Where the request brings no key, it signs.",
	},
] as const;

export type SampleLicenceId = (typeof SAMPLE_LICENCES)[number]["id"];
