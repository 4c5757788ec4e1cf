import { linesOf } from "@/app/_editor/kinds/lists";
import { ReadList } from "@/components/ui/read-value";
import { TextAreaField } from "@/components/ui/text-area-field";
import { MAPPED_FIELDS, type MappedField } from "@/lib/contract/connection/connection-limits";
import { mappedLabels } from "@/lib/dashboard/single-sign-on/mapped-labels";
import { controlOf } from "../_edit/mapping";
import { useConnectionField } from "./connection-field";

/** The attributes that are tried where none is entered. */
const usual: Record<MappedField, string> = {
	user_id: "Used where no user ID attribute is set above. Empty: the NameID.",
	email: "Empty: the claim emailaddress, urn:oid:0.9.2342.19200300.100.1.3, email, mail …",
	email_verified: "Empty: never. Map it only if the provider has verified the e-mail address.",
	name: "Empty: the claim name, urn:oid:2.16.840.1.113730.3.1.241, displayName …",
	given_name: "Empty: the claim givenname, urn:oid:2.5.4.42, givenName …",
	family_name: "Empty: the claim surname, urn:oid:2.5.4.4, sn …",
	nickname: "Empty: urn:oid:1.3.6.1.4.1.5923.1.1.1.2, nickname …",
	picture: "Empty: picture.",
	username: "Empty: the claim upn, uid, username …",
};

/** Maps a response's attributes to the fields of a person's profile. */
export function MappingFields() {
	const { name, label, description, value, error, isDisabled, onChange } = useConnectionField("mapping");
	if (isDisabled) {
		const mapped = MAPPED_FIELDS.filter((field) => linesOf(value[field]).length > 0);
		const shown = mapped.map((field) => `${mappedLabels[field]} ← ${linesOf(value[field]).join(", ")}`);
		return <ReadList id={name} label={label} values={shown} />;
	}
	const isMapped = MAPPED_FIELDS.some((field) => linesOf(value[field]).length > 0);
	return (
		<details id={name} tabIndex={-1} open={isMapped || error !== undefined} className="rounded-md border border-line">
			<summary className="px-3 py-2 text-sm font-medium">{label}</summary>
			<div className="grid gap-4 px-3 pb-3">
				<p className="text-xs text-muted">{description}</p>
				{error ? <p className="fault">{error}</p> : null}
				<div className="grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
					{MAPPED_FIELDS.map((field) => (
						<TextAreaField
							key={field}
							id={controlOf(name, field)}
							name={controlOf(name, field)}
							label={mappedLabels[field]}
							rows={Math.min(value[field].split("\n").length, 6)}
							className="font-mono text-xs"
							value={value[field]}
							onChange={(event) => onChange({ ...value, [field]: event.target.value })}
							description={usual[field]}
						/>
					))}
				</div>
			</div>
		</details>
	);
}
