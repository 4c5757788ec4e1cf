/** What a simulation offers, in this order. Each but the first two differs from the whole licence in one thing. */
export const SAMPLE_LICENCES = [
	{
		id: "whole",
		title: "Whole licence",
		describes: "A licence with every element of the standard, held by a person of 34. Nothing is wrong with it.",
	},
	{
		id: "mandatory",
		title: "Mandatory elements only",
		describes:
			"It has the eleven elements that every issuer must put in, and no others: no address, no age limits, no nationality.",
	},
	{
		id: "under-21",
		title: "Under 21",
		describes: "The holder is 19: over 16 and 18, not over 21, 25 or 65. The licence itself is in order.",
	},
	{
		id: "expired-licence",
		title: "Expired licence",
		describes: "The licence expired 40 days ago. Its copy on the phone is still valid, so only the expiry date tells.",
	},
	{
		id: "expired-copy",
		title: "Expired phone copy",
		describes: "The licence is valid, but its copy on the phone ended yesterday and was not renewed.",
	},
	{
		id: "unlisted-issuer",
		title: "Issuer not on the list",
		describes: "All signatures are right. The root they lead to is on no trust list.",
	},
	{
		id: "altered-element",
		title: "Altered element",
		describes: "One of the elements that are sent was changed after the issuer had signed.",
	},
	{
		id: "sends-more",
		title: "Wallet that sends more than asked",
		describes: "The wallet adds two elements that nobody asked for. They are signed like the others.",
	},
	{
		id: "other-phone",
		title: "Proof by another phone",
		describes: "The licence was issued to one phone, and another phone proves that it is there: a copied licence.",
	},
	{
		id: "expired-signer",
		title: "Document signer expired",
		describes: "The certificate that the licence was signed with ended yesterday.",
	},
	{
		id: "not-yet-valid",
		title: "Not yet valid",
		describes: "The copy on the phone becomes valid the day after tomorrow.",
	},
	{
		id: "mac",
		title: "Proof by MAC",
		describes:
			"The phone proves itself with a key that it shares with the reader instead of a signature. It can do so only where the request brings a key.",
	},
] as const;

export type SampleLicenceId = (typeof SAMPLE_LICENCES)[number]["id"];
