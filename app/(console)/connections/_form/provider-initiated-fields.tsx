import { EditorField, useEditing, useField, useNow } from "@/app/_editor/editor-context";
import { controlClass, describedBy, Field } from "@/components/ui/field";
import type { SignInApplication } from "@/lib/dashboard/management/connections/sign-in-applications";
import { connectionEditor } from "../_edit/connection-editor";

type ProviderInitiatedProps = { applications: readonly SignInApplication[] };

/** Sign-ins that begin at the provider, without a question of ours. Their settings are shown by the style sheet where it is on. */
export function ProviderInitiatedFields({ applications }: ProviderInitiatedProps) {
	return (
		<>
			<EditorField of={connectionEditor} name="isProviderInitiated" />
			<div className="of-provider-initiated grid items-start gap-x-5 gap-y-4 xl:grid-cols-2">
				<DefaultClient applications={applications} />
				<EditorField of={connectionEditor} name="defaultProtocol" />
				<div className="xl:col-span-2">
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
	const {
		name,
		label,
		help,
		value,
		stored = "",
		fault,
		isDisabled,
		onChange,
	} = useField(connectionEditor, "defaultClient");
	const { isLive } = useEditing(connectionEditor);
	const { defaultProtocol, clients } = useNow(connectionEditor).values;
	const offered = applications.filter((application) => !isLive || clients.includes(application.id));
	const isOffered = (wanted: string) => wanted === "" || offered.some((application) => application.id === wanted);
	const others = [...new Set([stored, value])].filter((wanted) => !isOffered(wanted));
	return (
		<Field id={name} label={label} description={help} error={fault}>
			<select
				id={name}
				name={name}
				className={`${controlClass} ${isDisabled ? "" : "bg-surface!"}`}
				disabled={isDisabled}
				value={value}
				onChange={(event) => onChange(event.target.value)}
				aria-invalid={fault ? true : undefined}
				aria-describedby={describedBy(name, help, fault)}
			>
				<option value="">Choose one</option>
				{offered.map((application) => {
					const isRefused = application.needsPkce && defaultProtocol === "oidc";
					return (
						<option
							key={application.id}
							value={application.id}
							disabled={isLive && isRefused && application.id !== value}
						>
							{application.name}
							{isRefused ? " (needs PKCE: it must begin itself)" : ""}
						</option>
					);
				})}
				{others.map((each) => (
					<option key={each} value={each}>
						{applications.find((application) => application.id === each)?.name ?? each} (may not use it)
					</option>
				))}
			</select>
		</Field>
	);
}
