import { createContext, useContext } from "react";
import { EditorField, useEditing, useField, useNow } from "@/app/_editor/editor-context";
import { linesOf } from "@/app/_editor/kinds/lists";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { ReadList } from "@/components/ui/read-value";
import { isFilled, type MappingRow } from "../_edit/mappings";
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

const FIELDS = [
	"user_id",
	"email",
	"name",
	"given_name",
	"family_name",
	"nickname",
	"picture",
	"upn",
	"email_verified",
];
/** Without scripts, which add one at a time. */
const EMPTY_ROWS_WITHOUT_SCRIPTS = 3;

/** Rows of a profile field and its attribute. There is always an empty row at the end. */
export function MappingRows() {
	const { name, label, description, value, error, isDisabled, onChange } = useField(singleSignOnEditor, "mappings");
	const { isHydrated } = useEditing(singleSignOnEditor);
	const unset = useContext(IsEmbedded) ? factsOf("mappings").unset : UNSET_IN_WORDS;
	if (isDisabled) {
		const shown = value.filter(isFilled).map((row) => `${row.field} → ${row.name}`);
		return <ReadList id={name} label={label} values={shown} />;
	}
	const empty = isHydrated ? 1 : EMPTY_ROWS_WITHOUT_SCRIPTS;
	const typed = value.slice(0, value.findLastIndex(isFilled) + 1);
	const rows: MappingRow[] = [...typed, ...Array.from({ length: empty }, () => ({ field: "", name: "" }))];
	const set = (index: number, part: Partial<MappingRow>) =>
		onChange(rows.map((row, position) => (position === index ? { ...row, ...part } : row)));
	return (
		<fieldset
			id={name}
			tabIndex={-1}
			className="grid gap-2"
			aria-describedby={`${name}-help${error ? ` ${name}-error` : ""}`}
		>
			<legend className="mb-1.5 text-sm font-medium">{label}</legend>
			<p id={`${name}-help`} className="text-xs text-muted">
				{description} Without any: {unset}.
			</p>
			{rows.map((row, index) => (
				<div
					// biome-ignore lint/suspicious/noArrayIndexKey: rows have no names, and none changes its place.
					key={index}
					className="grid items-center gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,5fr)_auto]"
				>
					<input
						className="control"
						name="mappingField"
						aria-label={`Field, row ${index + 1}`}
						placeholder="email"
						list="mapping-fields"
						value={row.field}
						onChange={(event) => set(index, { field: event.target.value })}
					/>
					<input
						className="control"
						name="mappingName"
						aria-label={`Attribute, row ${index + 1}`}
						placeholder="http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"
						value={row.name}
						onChange={(event) => set(index, { name: event.target.value })}
					/>
					{isHydrated ? (
						<Button
							type="button"
							variant="quiet"
							className={isFilled(row) ? "justify-self-start" : "invisible max-sm:hidden"}
							aria-label={`Remove row ${index + 1}`}
							onClick={() => {
								onChange(rows.filter((_, position) => position !== index));
								document.getElementById(name)?.focus();
							}}
						>
							Remove
						</Button>
					) : null}
				</div>
			))}
			<Suggestions id="mapping-fields" of={FIELDS} />
			<FieldError id={name} error={error} />
		</fieldset>
	);
}

export function NameIdentifierAdvice() {
	const advice = nameIdentifierAdvice(useNow(singleSignOnEditor).values);
	return (
		<p role="status" className="text-xs text-warning empty:hidden">
			{advice}
		</p>
	);
}

const USUAL_PROBES = ["nameidentifier", "emailaddress", "name"].map(
	(name) => `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/${name}`,
);

/**
 * What own mappings lack, which replace all the default ones: that of the name identifier, without which a tenant signs no
 * person in.
 * @returns null where one of the attributes is among the mappings, or the name identifier attributes are set
 */
export function nameIdentifierAdvice({ mappings, probes }: { mappings: readonly MappingRow[]; probes: string }) {
	const rows = mappings.filter(isFilled);
	if (rows.length === 0 || linesOf(probes).length > 0) return null;
	if (rows.some(({ name }) => USUAL_PROBES.includes(name.trim()))) return null;
	return `With these mappings users may have no NameID, and without one no user can sign in. Map user_id to ${USUAL_PROBES[0]}, or put one of the attributes above under NameID attributes.`;
}
