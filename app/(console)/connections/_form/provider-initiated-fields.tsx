import { useEditing, useNow } from "@/app/_editor/editor-context";
import { ChoiceField } from "@/components/ui/choice-field";
import { nameInWords } from "@/components/ui/invisible-characters";
import { ReadValue } from "@/components/ui/read-value";
import type { SignInApplication } from "@/lib/dashboard/management/identity-providers/read-connections";
import { connectionEditor } from "../_edit/connection-editor";
import { Field, useConnectionField } from "./connection-field";

type ProviderInitiatedProps = { applications: readonly SignInApplication[] };

/** Settings of unsolicited responses (IdP-initiated sign-ins). The style sheet shows them where these are on. */
export function ProviderInitiatedFields({ applications }: ProviderInitiatedProps) {
	const { value: isOn, isDisabled } = useConnectionField("isProviderInitiated");
	if (isDisabled && !isOn) return <Field name="isProviderInitiated" />;
	return (
		<>
			<Field name="isProviderInitiated" />
			<div className="of-provider-initiated grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
				<DefaultClient applications={applications} />
				<Field name="defaultProtocol" />
				<div className="sm:col-span-2">
					<Field
						name="defaultQuery"
						placeholder="redirect_uri=https://app.example/callback&scope=openid email&response_type=code"
					/>
				</div>
			</div>
		</>
	);
}

/** Offers the ticked applications; without scripts, which would follow the ticks, all of them. */
function DefaultClient({ applications }: ProviderInitiatedProps) {
	const { help, stored = "", fault, isDisabled, ...field } = useConnectionField("defaultClient");
	const { isHydrated } = useEditing(connectionEditor);
	const { defaultProtocol } = useNow(connectionEditor).values;
	const ticked = new Set(useConnectionField("clients").value);
	const offered = applications.filter(({ id }) => !isHydrated || ticked.has(id));
	const isRefused = ({ needsPkce }: SignInApplication) => needsPkce && defaultProtocol === "oidc";
	const textOf = (one: SignInApplication) =>
		`${nameOf(one.id)}${isRefused(one) ? " (needs PKCE: it must begin itself)" : ""}`;
	const isOffered = (client: string) => client === "" || offered.some(({ id }) => id === client);
	const others = [...new Set([stored, field.value])].filter((client) => !isOffered(client));
	const nameOf = (client: string) => nameInWords(applications.find(({ id }) => id === client)?.name ?? client);
	if (isDisabled) {
		return (
			<ReadValue id={field.name} label={field.label}>
				{field.value === "" ? null : nameOf(field.value)}
			</ReadValue>
		);
	}
	return (
		<ChoiceField
			{...field}
			description={help}
			error={fault}
			stored={stored}
			options={[
				["", "Choose one"],
				...offered.map((one): [string, string] => [one.id, textOf(one)]),
				...others.map((id): [string, string] => [id, `${nameOf(id)} (may not use it)`]),
			]}
			refused={offered.flatMap((one) => (isHydrated && isRefused(one) && one.id !== field.value ? [one.id] : []))}
		/>
	);
}
