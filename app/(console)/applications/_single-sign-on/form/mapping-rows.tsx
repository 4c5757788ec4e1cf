import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { nameIdentifierAdvice } from "../edit/name-identifier-advice";
import { isFilled, type MappingRow } from "../edit/single-sign-on-content";
import type { FieldProps } from "./field-props";

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
/** To be filled where no scripts run, which bring one at a time. */
const EMPTY_ROWS_WITHOUT_SCRIPTS = 3;

type MappingRowsProps = FieldProps & { isLive: boolean };

/** Which attribute each field of the profile becomes. There is always an empty row at the end. */
export function MappingRows({ values, faults, isDisabled, change, isLive }: MappingRowsProps) {
	const { mappings } = values;
	const advice = nameIdentifierAdvice(values);
	const empty = isDisabled ? 0 : isLive ? 1 : EMPTY_ROWS_WITHOUT_SCRIPTS;
	const last = mappings.findLastIndex(isFilled);
	const typed = mappings.slice(0, last + 1);
	const rows: MappingRow[] = [...typed, ...Array.from({ length: empty }, () => ({ field: "", name: "" }))];
	const set = (index: number, part: Partial<MappingRow>) =>
		change({ mappings: rows.map((row, position) => (position === index ? { ...row, ...part } : row)) });
	return (
		<fieldset
			id="mappings"
			tabIndex={-1}
			className="grid gap-2"
			aria-describedby={`mappings-help${advice ? " mappings-advice" : ""}${faults.mappings ? " mappings-error" : ""}`}
		>
			<legend className="mb-1.5 text-sm font-medium">Mappings</legend>
			<p id="mappings-help" className="text-xs text-muted">
				A field of the person's profile, and the attribute that it becomes; a field may stand in several rows. Without
				any the usual six are sent: identifier, e-mail address, name, given name, surname, UPN.
			</p>
			{rows.length === 0 ? <p className="text-sm">None: the usual ones hold.</p> : null}
			{rows.map((row, index) => (
				<div
					// biome-ignore lint/suspicious/noArrayIndexKey: rows have no names, and none changes its place.
					key={index}
					className="grid items-center gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,5fr)_auto]"
				>
					<input
						name="mappingField"
						aria-label={`Field, row ${index + 1}`}
						placeholder="email"
						list="mapping-fields"
						{...{ className: controlClass, disabled: isDisabled, autoComplete: "off", spellCheck: false }}
						value={row.field}
						onChange={(event) => set(index, { field: event.target.value })}
					/>
					<input
						name="mappingName"
						aria-label={`Attribute, row ${index + 1}`}
						placeholder="http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"
						{...{ className: controlClass, disabled: isDisabled, autoComplete: "off", spellCheck: false }}
						value={row.name}
						onChange={(event) => set(index, { name: event.target.value })}
					/>
					{isDisabled || !isLive ? null : (
						<Button
							type="button"
							variant="quiet"
							className={isFilled(row) ? "justify-self-start" : "invisible max-sm:hidden"}
							aria-label={`Remove row ${index + 1}`}
							onClick={() => {
								change({ mappings: rows.filter((_, position) => position !== index) });
								document.getElementById("mappings")?.focus();
							}}
						>
							Remove
						</Button>
					)}
				</div>
			))}
			<datalist id="mapping-fields">
				{FIELDS.map((field) => (
					<option key={field} value={field} />
				))}
			</datalist>
			{advice ? (
				<p id="mappings-advice" className="text-xs text-warning [overflow-wrap:anywhere]">
					{advice}
				</p>
			) : null}
			{faults.mappings ? (
				<p id="mappings-error" className="text-sm font-medium text-danger">
					{faults.mappings}
				</p>
			) : null}
		</fieldset>
	);
}
