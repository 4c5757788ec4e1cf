import { useEditing, useNow } from "@/app/_editor/editor-context";
import { ChoiceField } from "@/components/ui/choice-field";
import { nameInWords } from "@/components/ui/invisible-characters";
import { ReadValue } from "@/components/ui/read-value";
import type { SignInApplication } from "@/lib/dashboard/management/identity-providers/read-connections";
import { connectionEditor } from "../_edit/connection-editor";
import { nameOf } from "../_edit/option-kinds";
import { Field, useConnectionField } from "./connection-field";

type ProviderInitiatedProps = { applications: readonly SignInApplication[] };

/** Settings of unsolicited responses (IdP-initiated sign-ins), shown where these are on, with scripts and without. */
export function ProviderInitiatedFields({ applications }: ProviderInitiatedProps) {
	const { value: isOn, isDisabled } = useConnectionField("isProviderInitiated");
	if (isDisabled && !isOn) return <Field name="isProviderInitiated" />;
	return (
		<div className="group/begun grid gap-4">
			<Field name="isProviderInitiated" />
			<div className="grid items-start gap-x-6 gap-y-4 group-has-[[name=isProviderInitiated]:not(:checked)]/begun:hidden sm:grid-cols-2">
				<DefaultClient applications={applications} />
				<Field name="defaultProtocol" />
				<div className="sm:col-span-2">
					<Field
						name="defaultQuery"
						placeholder="redirect_uri=https://app.example/callback&scope=openid email&response_type=code"
					/>
				</div>
			</div>
		</div>
	);
}

/** Offers the ticked applications; without scripts, which would follow the ticks, all of them. */
function DefaultClient({ applications }: ProviderInitiatedProps) {
	const { stored = "", isDisabled, ...field } = useConnectionField("defaultClient");
	const { isHydrated, known } = useEditing(connectionEditor);
	const { defaultProtocol } = useNow(connectionEditor).values;
	const ticked = new Set(useConnectionField("clients").value);
	if (isDisabled) {
		return (
			<ReadValue id={field.name} label={field.label}>
				{nameOf(field.value, known)}
			</ReadValue>
		);
	}
	const isUsed = (id: string) => !isHydrated || ticked.has(id);
	const isRefused = ({ needsPkce }: SignInApplication) => needsPkce && defaultProtocol === "oidc";
	const offered = applications.filter(({ id }) => isUsed(id) || id === stored || id === field.value);
	return (
		<ChoiceField
			{...field}
			stored={stored}
			options={[
				["", "Choose one"],
				...offered.map((one): [string, string] => {
					const refusal = isRefused(one) ? " (needs PKCE: it must begin itself)" : "";
					return [one.id, nameInWords(one.name) + (isUsed(one.id) ? refusal : " (may not use it)")];
				}),
			]}
			refused={offered.flatMap((one) => (isHydrated && isRefused(one) && one.id !== field.value ? [one.id] : []))}
		/>
	);
}
