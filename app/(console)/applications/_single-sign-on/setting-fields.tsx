import { createContext, type ReactNode, useContext } from "react";
import { EditorField, useField, useNow } from "@/app/_editor/editor-context";
import { ReadValue } from "@/components/ui/read-value";
import { TextField } from "@/components/ui/text-field";
import { NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import { UNSET } from "../_edit/setting-kinds";
import { isSamlOnly, type SingleSignOnField, singleSignOnEditor } from "../_edit/single-sign-on-editor";
import { isOffered, unsetInWords } from "./tenant-defaults";

/** Whether the embedded service is the tenant. */
export const IsEmbedded = createContext(false);

/** The input of a setting's kind, shown only where the protocol has the setting. */
export function Setting({ name }: { name: SingleSignOnField }) {
	return (
		<OfProtocol name={name}>
			<EditorField of={singleSignOnEditor} name={name} {...useTenantWords(name)} />
		</OfProtocol>
	);
}

/** The words of a setting for the tenant at hand: what applies where it is not set, and what can be chosen. */
function useTenantWords(name: SingleSignOnField) {
	const isEmbedded = useContext(IsEmbedded);
	const unset = useUnset(name);
	const kind = singleSignOnEditor.fields[name];
	if (unset === null) return {};
	if (!("options" in kind)) return { help: `${kind.help} Empty: ${unset}.` };
	const offered = kind.options.filter(([value]) => isOffered(value, isEmbedded));
	return { options: [[UNSET, isEmbedded ? `default: ${unset}` : unset] as const, ...offered] };
}

/** What applies where a setting is not set; null: it has no effect then. */
export function useUnset(name: SingleSignOnField): string | null {
	return unsetInWords(name, useNow(singleSignOnEditor).values, useContext(IsEmbedded));
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
	const unset = useUnset(name);
	if (isDisabled) return <ReadValue label={label}>{value}</ReadValue>;
	return (
		<div>
			<TextField
				id={name}
				name={name}
				label={label}
				description={`${help} Empty: ${unset}.`}
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
	const unset = useUnset("lifetimeInSeconds");
	if (isDisabled) return <ReadValue label={label}>{value}</ReadValue>;
	return (
		<TextField
			id={name}
			name={name}
			label={label}
			description={`${help} Empty: ${unset}.`}
			inputMode="numeric"
			value={value}
			onChange={(event) => onChange(event.target.value)}
			error={fault}
		/>
	);
}
