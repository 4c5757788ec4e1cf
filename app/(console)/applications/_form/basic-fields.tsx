import { FieldCounter } from "@/app/_forms/field-counter";
import { classNames } from "@/components/ui/class-names";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import { TextAreaField } from "@/components/ui/text-area-field";
import { TextField } from "@/components/ui/text-field";
import { APP_TYPES, CLIENT_NAME_LENGTH_MAX } from "@/lib/contract/client/client-limits";
import type { AddressList, ApplicationFormValues } from "../_edit/application-content";
import type { ApplicationFaults } from "../_edit/application-faults";
import { appTypeLabel } from "../application-labels";

/** What every field of the form works with. */
export type FieldProps = {
	values: ApplicationFormValues;
	faults: ApplicationFaults;
	isDisabled: boolean;
	change: (part: Partial<ApplicationFormValues>) => void;
};

export function NameField({ values: { name }, faults, isDisabled, change }: FieldProps) {
	return (
		<TextField
			id="name"
			name="name"
			label="Name"
			required
			disabled={isDisabled}
			autoComplete="off"
			value={name}
			onChange={(event) => change({ name: event.target.value })}
			error={faults.name}
			description="People see it when they sign in."
			counter={<FieldCounter text={name} max={CLIENT_NAME_LENGTH_MAX} />}
		/>
	);
}

type TypeFieldProps = FieldProps & {
	/** The type as it is stored: a tenant may know more than the four. */
	stored?: string;
	description: string;
};

export function TypeField({ values: { type }, faults, isDisabled, change, stored, description }: TypeFieldProps) {
	const isForeign = stored !== undefined && !APP_TYPES.some((known) => known === stored);
	const types = isForeign ? [stored, ...APP_TYPES] : APP_TYPES;
	return (
		<Field id="type" label="Type" description={description} error={faults.type}>
			<select
				id="type"
				name="type"
				className={classNames(controlClass, isDisabled ? "" : "bg-surface!")}
				disabled={isDisabled}
				value={type}
				onChange={(event) => change({ type: event.target.value })}
				aria-invalid={faults.type ? true : undefined}
				aria-describedby={describedBy("type", description, faults.type)}
			>
				{types.map((each) => (
					<option key={each} value={each}>
						{capitalized(appTypeLabel(each))}
					</option>
				))}
			</select>
		</Field>
	);
}

function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

const lists: Record<AddressList, { label: string; description: string }> = {
	callbacks: {
		label: "Callback URLs",
		description:
			"Where a browser may go after signing in. One a line: https, http on this machine, or a scheme of your own. No wildcards.",
	},
	logoutUrls: { label: "Logout URLs", description: "Where a browser may go after signing out. One a line." },
	webOrigins: {
		label: "Web origins",
		description: "Pages of these origins may ask for tokens by scripts, as https://shop.example. One a line.",
	},
};

type AddressFieldProps = FieldProps & { list: AddressList; hint?: string };

export function AddressField({ list, values, faults, isDisabled, change, hint }: AddressFieldProps) {
	const { label, description } = lists[list];
	const text = values[list];
	return (
		<TextAreaField
			id={list}
			name={list}
			label={label}
			rows={Math.min(Math.max(text.split("\n").length + 1, 3), 12)}
			className="font-mono text-xs"
			disabled={isDisabled}
			autoComplete="off"
			autoCapitalize="none"
			spellCheck={false}
			value={text}
			onChange={(event) => change({ [list]: event.target.value })}
			error={faults[list]}
			description={hint ? `${description} ${hint}` : description}
		/>
	);
}
