import type { ComponentProps, ReactNode } from "react";
import { controlName, type TryItField, type TryItInput, type TryItResponse } from "../_run/try-it-fields";

type TryItFieldProps = {
	field: TryItField;
	label: string;
	description?: ReactNode;
	/** The submitted value. */
	value?: string | undefined;
	/** The server's fault. With scripts a later response puts its own into the same place. */
	fault?: string | undefined;
	/** Renders the control with the attributes that tie it to its texts. */
	children: (control: Tied) => ReactNode;
};

type Tied = Pick<ComponentProps<"textarea">, "id" | "name" | "aria-describedby" | "aria-invalid">;

/** A control of the tab with its label, its help and the place of its fault, rendered on the server only. */
function TryItFieldFrame({ field, label, description, fault, children }: Omit<TryItFieldProps, "value">) {
	const id = controlName(field);
	return (
		<div className="field">
			<label htmlFor={id}>{label}</label>
			{children({
				id,
				name: id,
				"aria-describedby": `${description ? `${id}-description ` : ""}${id}-fault`,
				"aria-invalid": fault ? true : undefined,
			})}
			{description ? (
				<p id={`${id}-description`} className="help">
					{description}
				</p>
			) : null}
			<p id={`${id}-fault`} className="fault">
				{fault ? <span className="served">{fault}</span> : null}
			</p>
		</div>
	);
}

/** A text field. A text area even for one line: Enter in an input of the form would press its first button. */
export function TryItText({ value, rows = 1, ...frame }: Omit<TryItFieldProps, "children"> & { rows?: number }) {
	return (
		<TryItFieldFrame {...frame}>
			{(tied) => <textarea {...tied} rows={rows} defaultValue={value} className="control" />}
		</TryItFieldFrame>
	);
}

type TryItSelectProps = Omit<TryItFieldProps, "children"> & {
	/** Value and text. */
	options: readonly (readonly [string, string])[];
};

export function TryItSelect({ value, options, ...frame }: TryItSelectProps) {
	return (
		<TryItFieldFrame {...frame}>
			{(tied) => (
				<select {...tied} defaultValue={value || undefined} className="control">
					{options.map(([option, text]) => (
						<option key={option} value={option}>
							{text}
						</option>
					))}
				</select>
			)}
		</TryItFieldFrame>
	);
}

const SESSIONS = [
	["none", "Not known: the phone's proof is not checked"],
	["browser", "Browser, OpenID4VP 1.0"],
	["iso", "Browser, ISO 18013-7 Annex C"],
	["redirect", "Redirect, OpenID4VP 1.0"],
	["raw", "Session transcript in hexadecimal"],
] as const;

/** The fields of each kind of session. The others are hidden, see `try-it.css`. */
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

type SessionFieldsProps = { input: TryItInput | null; faults: TryItResponse["faults"] };

/** The session data that the phone has signed: without it the phone can't be authenticated. */
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
