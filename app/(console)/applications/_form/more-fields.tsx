import { FieldCounter } from "@/app/_forms/field-counter";
import { SwitchField } from "@/components/ui/switch-field";
import { TextField } from "@/components/ui/text-field";
import { CLIENT_DESCRIPTION_LENGTH_MAX, GRANT_TYPES } from "@/lib/contract/client/client-limits";
import { grantLabel } from "../application-labels";
import type { FieldProps } from "./basic-fields";

export function DescriptionField({ values: { description }, faults, isDisabled, change }: FieldProps) {
	return (
		<TextField
			id="description"
			name="description"
			label="Description"
			disabled={isDisabled}
			autoComplete="off"
			value={description}
			onChange={(event) => change({ description: event.target.value })}
			error={faults.description}
			description="For you and your colleagues."
			counter={<FieldCounter text={description} max={CLIENT_DESCRIPTION_LENGTH_MAX} />}
		/>
	);
}

type GrantHelp = { help: string; warning?: string };

const RISKY = "RFC 9700 advises against it.";

const grantHelp: Record<(typeof GRANT_TYPES)[number], GrantHelp> = {
	authorization_code: { help: "People sign in through the browser; the application gets a code for tokens." },
	refresh_token: { help: "New access tokens without signing in again." },
	client_credentials: { help: "The application signs in as itself, without people." },
	implicit: {
		help: "Tokens come in the address bar.",
		warning: `History and scripts can read them there. ${RISKY}`,
	},
	password: {
		help: "The application asks for the person's password itself.",
		warning: `It sees every password, and there is no second factor. ${RISKY}`,
	},
	"http://auth0.com/oauth/grant-type/password-realm": {
		help: "The same, for one connection.",
		warning: `It sees every password, and there is no second factor. ${RISKY}`,
	},
	"http://auth0.com/oauth/grant-type/passwordless/otp": { help: "A code by e-mail or SMS in place of a password." },
};

const noHelp: GrantHelp = { help: "Not one that this console knows; it is kept as it is." };

/** @param stored what the application has: grants that the console does not know stay choosable */
export function GrantFields({
	values: { grants },
	faults,
	isDisabled,
	change,
	stored,
}: FieldProps & { stored: readonly string[] }) {
	const all = [...new Set<string>([...GRANT_TYPES, ...stored])];
	return (
		<fieldset className="grid gap-2" id="grants" tabIndex={-1} aria-describedby={faults.grants && "grants-error"}>
			<legend className="mb-1.5 text-sm font-medium">Grants</legend>
			{all.map((grant) => (
				<SwitchField
					key={grant}
					name="grant"
					value={grant}
					label={grantLabel(grant)}
					{...(Object.hasOwn(grantHelp, grant) ? grantHelp[grant as keyof typeof grantHelp] : noHelp)}
					isOn={grants.includes(grant)}
					isDisabled={isDisabled}
					onChange={(isOn) => change({ grants: isOn ? [...grants, grant] : grants.filter((each) => each !== grant) })}
				/>
			))}
			{faults.grants ? (
				<p id="grants-error" className="text-sm font-medium text-danger">
					{faults.grants}
				</p>
			) : null}
		</fieldset>
	);
}

export function SwitchFields({ values: { rotates, signUp }, isDisabled, change }: FieldProps) {
	return (
		<fieldset className="grid gap-2">
			<legend className="mb-1.5 text-sm font-medium">Tokens and people</legend>
			<SwitchField
				name="rotates"
				label="Rotate refresh tokens"
				help="Every exchange gives a new one; using an old one again ends them all."
				isOn={rotates}
				isDisabled={isDisabled}
				onChange={(isOn) => change({ rotates: isOn })}
			/>
			<SwitchField
				name="signUp"
				label="People may sign up"
				help="The sign-in page of this application offers to make an account."
				isOn={signUp}
				isDisabled={isDisabled}
				onChange={(isOn) => change({ signUp: isOn })}
			/>
		</fieldset>
	);
}
