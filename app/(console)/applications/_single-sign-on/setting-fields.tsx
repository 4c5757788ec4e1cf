import { createContext, useContext } from "react";
import { EditorField } from "@/app/_editor/editor-context";
import { UNSET, UNSET_IN_WORDS } from "../_edit/setting-kinds";
import { factsOf, type SingleSignOnField, singleSignOnEditor } from "../_edit/single-sign-on-editor";

/** Whether the embedded service is the tenant. */
export const IsEmbedded = createContext(false);

/** The inputs of settings. The style sheet shows each only where the protocol has it, with scripts and without. */
export function Settings({ of }: { of: readonly SingleSignOnField[] }) {
	return (
		<div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
			{of.map((name) => (
				<Setting key={name} name={name} />
			))}
		</div>
	);
}

/** In the words for the tenant at hand: what applies where it is not set, and what can be chosen. */
export function Setting({ name }: { name: SingleSignOnField }) {
	const isEmbedded = useContext(IsEmbedded);
	const { help, options } = singleSignOnEditor.fields[name].input;
	const { unset, isSamlOnly, embeddedOnly } = factsOf(name);
	const inWords = isEmbedded ? unset : UNSET_IN_WORDS;
	const offered = options
		?.filter(([value]) => isEmbedded || value !== embeddedOnly)
		.map(([value, text]) => [value, value === UNSET && isEmbedded ? `default: ${unset}` : text] as const);
	return (
		<div className={isSamlOnly && "of-saml"}>
			<EditorField
				of={singleSignOnEditor}
				name={name}
				{...(offered ? { options: offered } : unset && { description: `${help} Empty: ${inWords}.` })}
			/>
		</div>
	);
}

/** Usual texts of a control, which names the list. */
export function Suggestions({ id, of }: { id: string; of: readonly string[] }) {
	return (
		<datalist id={id}>
			{of.map((each) => (
				<option key={each} value={each} />
			))}
		</datalist>
	);
}
