import { createContext, useContext } from "react";
import { EditorField, useNow } from "@/app/_editor/editor-context";
import { UNSET } from "../_edit/setting-kinds";
import { isSamlOnly, type SingleSignOnField, singleSignOnEditor } from "../_edit/single-sign-on-editor";
import { isOffered, unsetInWords } from "./tenant-defaults";

/** Whether the embedded service is the tenant. */
export const IsEmbedded = createContext(false);

/** The input of a setting's kind. The style sheet shows it only where the protocol has it, with scripts and without. */
export function Setting({ name }: { name: SingleSignOnField }) {
	return (
		<div className={isSamlOnly(name) ? "of-saml" : undefined}>
			<EditorField of={singleSignOnEditor} name={name} {...useTenantWords(name)} />
		</div>
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
	return unsetInWords(name, useNow(singleSignOnEditor).values.protocol, useContext(IsEmbedded));
}

/** Usual texts of a setting: the declaration of its field names the list. */
export function Suggestions({ id, of }: { id: string; of: readonly string[] }) {
	return (
		<datalist id={id}>
			{of.map((each) => (
				<option key={each} value={each} />
			))}
		</datalist>
	);
}
