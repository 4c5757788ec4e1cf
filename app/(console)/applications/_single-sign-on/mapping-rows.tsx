import { useContext } from "react";
import { useEditing, useField, useNow } from "@/app/_editor/editor-context";
import { linesOf } from "@/app/_editor/kinds/lines";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { ReadList } from "@/components/ui/read-value";
import { isFilled, type MappingRow } from "../_edit/mappings";
import { type SingleSignOnValues, singleSignOnEditor } from "../_edit/single-sign-on-editor";
import { IsEmbedded, useUnset } from "./setting-fields";

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
	const { name, label, help, value, fault, isDisabled, onChange } = useField(singleSignOnEditor, "mappings");
	const { isHydrated } = useEditing(singleSignOnEditor);
	const advice = nameIdentifierAdvice(useNow(singleSignOnEditor).values, useContext(IsEmbedded));
	const unset = useUnset("mappings");
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
			aria-describedby={`${name}-help${advice ? ` ${name}-advice` : ""}${fault ? ` ${name}-error` : ""}`}
		>
			<legend className="mb-1.5 text-sm font-medium">{label}</legend>
			<p id={`${name}-help`} className="text-xs text-muted">
				{help} Without any: {unset}.
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
			<datalist id="mapping-fields">
				{FIELDS.map((field) => (
					<option key={field} value={field} />
				))}
			</datalist>
			{advice ? (
				<p id={`${name}-advice`} className="text-xs text-warning">
					{advice}
				</p>
			) : null}
			<FieldError id={name} error={fault} />
		</fieldset>
	);
}

const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/";
const USUAL_PROBES = ["nameidentifier", "emailaddress", "name"].map((name) => CLAIMS + name);

/**
 * Own mappings replace all the default ones, also that of the name identifier, without which a tenant signs no person in.
 * @returns null where one of the attributes is among the mappings, or the name identifier attributes are set
 */
export function nameIdentifierAdvice(
	{ mappings, probes }: Pick<SingleSignOnValues, "mappings" | "probes">,
	isEmbedded: boolean,
): string | null {
	const names = mappings.filter(isFilled).map(({ name }) => name.trim());
	if (names.length === 0 || linesOf(probes).length > 0) return null;
	if (USUAL_PROBES.some((probe) => names.includes(probe))) return null;
	const effect = isEmbedded
		? "With these mappings nobody can sign in: people would have no name identifier."
		: "With these mappings people may have no name identifier, without which nobody signs in.";
	return `${effect} Map user_id to ${USUAL_PROBES[0]}, or put one of the attributes above under Name identifier attributes.`;
}
