import type { ReactNode } from "react";
import { EditorField, useField, useNow } from "@/app/_editor/editor-context";
import { ReadValue } from "@/components/ui/read-value";
import { TextField } from "@/components/ui/text-field";
import {
	NAME_FORMATS,
	SAML_LIFETIME_SECONDS,
	WS_FEDERATION_LIFETIME_SECONDS,
} from "@/lib/contract/client/addon-limits";
import { isSamlOnly, type SingleSignOnField, singleSignOnEditor } from "../edit/single-sign-on-editor";

/** The input of a setting's kind, shown only where the protocol has the setting. */
export function Setting({ name }: { name: SingleSignOnField }) {
	return (
		<OfProtocol name={name}>
			<EditorField of={singleSignOnEditor} name={name} />
		</OfProtocol>
	);
}

/** The style sheet shows the children by the chosen protocol, with scripts and without. */
export function OfProtocol({ name, children }: { name: SingleSignOnField; children: ReactNode }) {
	return <div className={isSamlOnly(name) ? "of-saml" : undefined}>{children}</div>;
}

const suggestions = {
	nameIdentifierFormat: [
		NAME_FORMATS.unspecified,
		NAME_FORMATS.emailAddress,
		NAME_FORMATS.persistent,
		NAME_FORMATS.transient,
	],
	authnContextClassRef: [
		"urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified",
		"urn:oasis:names:tc:SAML:2.0:ac:classes:Password",
		"urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
	],
} satisfies Partial<Record<SingleSignOnField, readonly string[]>>;

/** A text field with suggestions. */
export function SuggestedText({ name }: { name: keyof typeof suggestions }) {
	const { label, help, value, fault, isDisabled, onChange } = useField(singleSignOnEditor, name);
	if (isDisabled) return <ReadValue label={label}>{value}</ReadValue>;
	return (
		<div>
			<TextField
				id={name}
				name={name}
				label={label}
				description={help}
				list={`${name}-offered`}
				value={value}
				onChange={(event) => onChange(event.target.value)}
				error={fault}
			/>
			<datalist id={`${name}-offered`}>
				{suggestions[name].map((each) => (
					<option key={each} value={each} />
				))}
			</datalist>
		</div>
	);
}

/** How long a response is valid; each protocol has its own default. */
export function Lifetime() {
	const { name, label, help, value, fault, isDisabled, onChange } = useField(singleSignOnEditor, "lifetimeInSeconds");
	const { protocol } = useNow(singleSignOnEditor).values;
	if (isDisabled) return <ReadValue label={label}>{value}</ReadValue>;
	const usual = protocol === "wsfed" ? WS_FEDERATION_LIFETIME_SECONDS : SAML_LIFETIME_SECONDS;
	return (
		<TextField
			id={name}
			name={name}
			label={label}
			description={`${help} Empty: ${usual} (${usual === 3600 ? "an hour" : `${usual / 3600} hours`}).`}
			inputMode="numeric"
			value={value}
			onChange={(event) => onChange(event.target.value)}
			error={fault}
		/>
	);
}
