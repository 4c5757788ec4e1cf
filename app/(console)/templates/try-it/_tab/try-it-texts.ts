import { SAMPLE_LICENCES } from "@/lib/dashboard/presentation/sample-licences";
import type { TryItSection } from "./try-it-tab";

/**
 * What “Try it” says and asks for. It is passed by its page, so that no script contains it.
 * @param asked what is asked for: "what is ticked now"
 */
export const tryItSections = (asked: string): readonly TryItSection[] => [
	{
		tool: "simulate",
		title: "Simulate",
		help: `A sample wallet with a sample licence responds to ${asked}. No real wallet is asked.`,
		fields: [
			{
				field: "licence",
				label: "Sample licence",
				options: SAMPLE_LICENCES.map(({ id, title }) => [id, title]),
				isHalf: true,
			},
			{
				field: "rules",
				label: "Rules",
				options: [
					["iso", "ISO 18013-7: sends what there is"],
					["browser", "Browser, OpenID4VP 1.0: all or nothing"],
				],
				isHalf: true,
			},
			{ field: "retain", label: "Say that the attributes will be stored (intent to retain)", isBox: true },
		],
		button: "Simulate",
	},
	{
		tool: "check",
		title: "Check a response",
		help: `Checks what a wallet has sent elsewhere against ${asked}. It is read once and not kept.`,
		fields: [
			{
				field: "response",
				label: "Response",
				rows: 4,
				description: "Hexadecimal, base64, base64url, or the JSON that a browser gave (vp_token). At most 200 KB.",
			},
			{
				field: "session",
				label: "Session",
				options: [
					["none", "Not known: the phone's proof is not checked"],
					["browser", "Browser, OpenID4VP 1.0"],
					["iso", "Browser, ISO 18013-7 Annex C"],
					["redirect", "Redirect, OpenID4VP 1.0"],
					["raw", "Session transcript in hexadecimal"],
				],
				description: "What the request was sent with. The phone signed over it.",
			},
			// The session data that the phone has signed: without it the phone can't be authenticated.
			{
				field: "origin",
				label: "Origin",
				sessions: "browser iso",
				description: "The page that asked, such as https://shop.example.com, without a slash at its end.",
			},
			{
				field: "clientId",
				label: "Client ID",
				sessions: "redirect",
				description: "With its prefix, as in the request.",
			},
			{
				field: "nonce",
				label: "Nonce",
				sessions: "browser redirect",
				description: "Exactly as in the request.",
			},
			{ field: "responseUri", label: "Response URI", sessions: "redirect", description: "As in the request." },
			{
				field: "key",
				label: "Encryption key",
				sessions: "browser redirect",
				description: "The public key as JWK, or its thumbprint. Empty if the response was not encrypted.",
			},
			{
				field: "encryptionInfo",
				label: "Encryption info",
				sessions: "iso",
				description: "Exactly the base64url of the request.",
			},
			{
				field: "transcript",
				label: "Session transcript",
				sessions: "raw",
				description: "CBOR in hexadecimal digits: an array of three.",
			},
			{
				field: "privateKey",
				label: "Private key (JWK)",
				sessions: "browser iso redirect raw",
				description:
					"Needed where the response is encrypted, or the phone's proof is a MAC. It is used once and not kept.",
			},
			{
				field: "clock",
				label: "Strict clock: reject a licence that is dated up to 60 s ahead, also where a wallet is asked",
				isBox: true,
			},
		],
		more: {
			title: "Date and extra root",
			fields: [
				{
					field: "date",
					label: "Date",
					description: "A day as 2026-01-31 or a moment as 2026-01-31T09:30Z, in UTC. Empty means now.",
				},
				{
					field: "root",
					label: "Extra root",
					rows: 3,
					description:
						"A root certificate in PEM. Trusted in addition to the trust list and the template's custom certificate authority.",
				},
			],
		},
		button: "Check response",
	},
	{
		tool: "wallet",
		title: "Ask a wallet",
		help: `A wallet on this device, or on a phone nearby, is asked for ${asked}. What it sends is checked, shown here once, and not kept. The request is not signed: a production wallet may refuse a reader that is not registered with it. Use a test wallet, such as Multipaz's.`,
		withoutScripts:
			"Only a script can ask a wallet, and this browser runs none here. Simulating and checking work without.",
		fields: [],
		button: "Ask a wallet",
	},
];
