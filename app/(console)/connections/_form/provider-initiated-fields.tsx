import { EditorField, useEditing, useField, useNow } from "@/app/_editor/editor-context";
import { ChoiceField } from "@/components/ui/choice-field";
import { ReadValue } from "@/components/ui/read-value";
import type { SignInApplication } from "@/lib/dashboard/management/connections/read-connections";
import { connectionEditor } from "../_edit/connection-editor";

type ProviderInitiatedProps = { applications: readonly SignInApplication[] };

/** Sign-ins that begin at the provider, without a question of ours. Their settings are shown by the style sheet where it is on. */
export function ProviderInitiatedFields({ applications }: ProviderInitiatedProps) {
	const { value: isOn, isDisabled } = useField(connectionEditor, "isProviderInitiated");
	if (isDisabled && !isOn) return <EditorField of={connectionEditor} name="isProviderInitiated" />;
	return (
		<>
			<EditorField of={connectionEditor} name="isProviderInitiated" />
			<div className="of-provider-initiated grid items-start gap-x-6 gap-y-4 sm:grid-cols-2">
				<DefaultClient applications={applications} />
				<EditorField of={connectionEditor} name="defaultProtocol" />
				<div className="sm:col-span-2">
					<EditorField
						of={connectionEditor}
						name="defaultQuery"
						placeholder="redirect_uri=https://app.example/callback&scope=openid email&response_type=code"
					/>
				</div>
			</div>
		</>
	);
}

/** Of the applications that are ticked; where no scripts run, which can't tell them, of all. */
function DefaultClient({ applications }: ProviderInitiatedProps) {
	const { help, stored = "", fault, isDisabled, ...field } = useField(connectionEditor, "defaultClient");
	const { isHydrated } = useEditing(connectionEditor);
	const { defaultProtocol, clients } = useNow(connectionEditor).values;
	const offered = applications.filter(({ id }) => !isHydrated || clients.includes(id));
	const isRefused = ({ needsPkce }: SignInApplication) => needsPkce && defaultProtocol === "oidc";
	const textOf = (one: SignInApplication) =>
		`${one.name}${isRefused(one) ? " (needs PKCE: it must begin itself)" : ""}`;
	const isOffered = (wanted: string) => wanted === "" || offered.some(({ id }) => id === wanted);
	const others = [...new Set([stored, field.value])].filter((wanted) => !isOffered(wanted));
	const nameOf = (wanted: string) => applications.find(({ id }) => id === wanted)?.name ?? wanted;
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
