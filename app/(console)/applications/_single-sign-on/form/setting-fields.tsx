import { ChoiceField } from "@/components/ui/choice-field";
import { SwitchField } from "@/components/ui/switch-field";
import { TextField } from "@/components/ui/text-field";
import { NAME_FORMATS } from "@/lib/contract/client/addon-limits";
import {
	type ChoiceSetting,
	choiceSettings,
	DEFAULT_LIFETIMES,
	type SwitchSetting,
	switchSettings,
	type TextSetting,
	textSettings,
} from "../edit/setting-catalogue";
import type { FieldProps } from "./field-props";

const suggestions: Partial<Record<TextSetting, readonly string[]>> = {
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
};

/** One setting that is a text. */
export function TextSettingField({ name, values, faults, isDisabled, change }: FieldProps & { name: TextSetting }) {
	const { label, help, isSamlOnly } = textSettings[name];
	const offered = suggestions[name];
	const isNumber = name === "lifetimeInSeconds";
	const usual = values.protocol === "wsfed" ? DEFAULT_LIFETIMES.wsfed : DEFAULT_LIFETIMES.samlp;
	return (
		<div className={isSamlOnly ? "of-saml" : undefined}>
			<TextField
				id={name}
				name={name}
				label={label}
				disabled={isDisabled}
				autoComplete="off"
				autoCapitalize="none"
				spellCheck={false}
				inputMode={isNumber ? "numeric" : undefined}
				list={offered && `${name}-offered`}
				value={values[name]}
				onChange={(event) => change({ [name]: event.target.value })}
				error={faults[name]}
				description={
					isNumber ? `${help} Empty: ${usual} (${usual / 3600 === 1 ? "an hour" : `${usual / 3600} hours`}).` : help
				}
			/>
			{offered ? (
				<datalist id={`${name}-offered`}>
					{offered.map((each) => (
						<option key={each} value={each} />
					))}
				</datalist>
			) : null}
		</div>
	);
}

/** One setting that is on or off. */
export function SwitchSettingField({ name, values, isDisabled, change }: FieldProps & { name: SwitchSetting }) {
	const { label, help, isSamlOnly } = switchSettings[name];
	return (
		<div className={isSamlOnly ? "of-saml" : undefined}>
			<SwitchField
				{...{ name, label, help, isDisabled, isOn: values[name] }}
				onChange={(isOn) => change({ [name]: isOn })}
			/>
		</div>
	);
}

/** One setting of a few that are known. */
export function ChoiceSettingField({
	name,
	values,
	faults,
	isDisabled,
	change,
	stored,
}: FieldProps & { name: ChoiceSetting; stored: string }) {
	const { label, help, options, isSamlOnly } = choiceSettings[name];
	return (
		<div className={isSamlOnly ? "of-saml" : undefined}>
			<ChoiceField
				{...{ name, label, description: help, isDisabled, stored, options }}
				value={values[name]}
				error={faults[name]}
				onChange={(value) => change({ [name]: value })}
			/>
		</div>
	);
}
