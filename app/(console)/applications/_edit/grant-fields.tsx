import { useField } from "@/app/_editor/editor-context";
import { FieldError } from "@/components/ui/field";
import { ReadValue } from "@/components/ui/read-value";
import { SwitchFields } from "@/components/ui/switch-field";
import { GRANT_TYPES } from "@/lib/contract/client/client-limits";
import { atStart } from "@/lib/dashboard/change-in-words";
import { grantLabel } from "@/lib/dashboard/management/applications/application-labels";
import { applicationEditor } from "./application-editor";

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
		help: "The same, for the accounts of one realm.",
		warning: `It sees every password, and there is no second factor. ${RISKY}`,
	},
	"http://auth0.com/oauth/grant-type/passwordless/otp": { help: "A code by e-mail or SMS in place of a password." },
};

const noHelp: GrantHelp = { help: "Not one that this console knows; it is kept as it is." };

function helpOf(grant: string): GrantHelp {
	return Object.hasOwn(grantHelp, grant) ? grantHelp[grant as keyof typeof grantHelp] : noHelp;
}

/** Switches for grant types; those that an application has and the console does not know stay selectable. */
export function GrantFields() {
	const { name, label, value, stored = [], error, isDisabled, onChange } = useField(applicationEditor, "grants");
	const all = [...new Set<string>([...GRANT_TYPES, ...stored])];
	if (isDisabled) {
		const lines = value.map((grant) => [atStart(grantLabel(grant)), helpOf(grant).warning].filter(Boolean).join(". "));
		return (
			<ReadValue id={name} label="May be used">
				{lines.join("\n")}
			</ReadValue>
		);
	}
	return (
		<fieldset
			id={name}
			tabIndex={-1}
			className="grid items-start gap-x-6 gap-y-3 xl:grid-cols-2"
			aria-describedby={error && `${name}-error`}
		>
			<legend className="sr-only">{label}</legend>
			<SwitchFields
				name={name}
				options={all.map((grant) => ({ value: grant, label: grantLabel(grant), ...helpOf(grant) }))}
				on={value}
				onChange={onChange}
			/>
			<FieldError id={name} error={error} />
		</fieldset>
	);
}
