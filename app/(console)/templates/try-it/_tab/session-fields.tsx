import type { TryItAnswer } from "../_run/try-it-answer";
import type { TryItField, TryItInput } from "../_run/try-it-fields";
import { TryItSelect, TryItText } from "./try-it-field";

const SESSIONS = [
	["none", "Not known: the phone's proof is not checked"],
	["browser", "Browser, OpenID4VP 1.0"],
	["iso", "Browser, ISO 18013-7 Annex C"],
	["redirect", "Redirect, OpenID4VP 1.0"],
	["raw", "Session transcript in hexadecimal"],
] as const;

/** Which of the fields belong to which session. The others are out of sight, see `app/try-it.css`. */
const FIELDS: { field: TryItField; label: string; sessions: string; description: string }[] = [
	{
		field: "origin",
		label: "Origin",
		sessions: "browser iso",
		description: "Of the page that asked, such as https://shop.example.com, without a slash at its end.",
	},
	{ field: "clientId", label: "Client ID", sessions: "redirect", description: "With its prefix, as in the request." },
	{ field: "nonce", label: "Nonce", sessions: "browser redirect", description: "Of the request, letter by letter." },
	{ field: "responseUri", label: "Response URI", sessions: "redirect", description: "As in the request." },
	{
		field: "key",
		label: "Encryption key",
		sessions: "browser redirect",
		description: "The public key as JWK, or its thumbprint. Empty where the answer was not encrypted.",
	},
	{
		field: "encryptionInfo",
		label: "Encryption info",
		sessions: "iso",
		description: "The very base64url of the request.",
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
			"Of this one session: where the response is encrypted, or the phone's proof is a MAC. It is used once and kept nowhere.",
	},
];

type SessionFieldsProps = { input: TryItInput | null; faults: TryItAnswer["faults"] };

/** What the phone has signed over: without it nobody can tell whether it is the right phone. */
export function SessionFields({ input, faults }: SessionFieldsProps) {
	return (
		<>
			<TryItSelect
				field="session"
				label="Session"
				value={input?.session}
				fault={faults?.session}
				options={SESSIONS}
				description="What the answer was asked for with. The phone has signed over it."
			/>
			{FIELDS.map(({ field, sessions, ...rest }) => (
				<div key={field} data-sessions={sessions}>
					<TryItText {...rest} field={field} value={input?.[field]} fault={faults?.[field]} />
				</div>
			))}
		</>
	);
}
