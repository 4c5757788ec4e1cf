import { controlClass, describedBy, Field } from "@/components/ui/field";
import type { SignInApplication } from "@/lib/dashboard/management/connections/sign-in-applications";
import { textLabels } from "../_edit/option-catalogue";
import type { FieldProps } from "./field-props";
import { ChoiceOption, SwitchOption, TextOption } from "./option-fields";

type ProviderInitiatedProps = FieldProps & {
	applications: readonly SignInApplication[];
	stored: { defaultClient: string; defaultProtocol: string };
	isLive: boolean;
};

/** Sign-ins that begin at the provider, without a question of ours. Their settings are shown by the style sheet where it is on. */
export function ProviderInitiatedFields({ stored, applications, isLive, ...fields }: ProviderInitiatedProps) {
	return (
		<>
			<SwitchOption
				name="isProviderInitiated"
				{...fields}
				help="People start at the provider's own page, which sends them here without having been asked."
				warning="Nobody can tell whether the person in front of the screen wanted that: somebody else can send a browser here and have it signed in to their own account (login CSRF). Leave it off unless the provider can't do without."
			/>
			<div className="of-provider-initiated grid items-start gap-x-5 gap-y-4 xl:grid-cols-2">
				<DefaultClient {...fields} applications={applications} stored={stored.defaultClient} isLive={isLive} />
				<ChoiceOption
					name="defaultProtocol"
					{...fields}
					stored={stored.defaultProtocol}
					description="How the sign-in is handed to the application. SAML and WS-Federation have to be on there."
				/>
				<div className="xl:col-span-2">
					<TextOption
						name="defaultQuery"
						{...fields}
						placeholder="redirect_uri=https://app.example/callback&scope=openid email&response_type=code"
						description="What the application would ask for, as the query of an authorization request. Empty: its first callback URL."
					/>
				</div>
			</div>
		</>
	);
}

type DefaultClientProps = FieldProps & { applications: readonly SignInApplication[]; stored: string; isLive: boolean };

/** Of the applications that are ticked; where no scripts run, which can't tell them, of all. */
function DefaultClient({ values, faults, isDisabled, change, applications, stored, isLive }: DefaultClientProps) {
	const { defaultClient, defaultProtocol, clients } = values;
	const id = "defaultClient";
	const description = "Where these sign-ins lead: one of the applications ticked above.";
	const offered = applications.filter((application) => !isLive || clients.includes(application.id));
	const isOffered = (wanted: string) => wanted === "" || offered.some((application) => application.id === wanted);
	const others = [...new Set([stored, defaultClient])].filter((wanted) => !isOffered(wanted));
	return (
		<Field id={id} label={textLabels.defaultClient} description={description} error={faults.defaultClient}>
			<select
				id={id}
				name={id}
				className={`${controlClass} ${isDisabled ? "" : "bg-surface!"}`}
				disabled={isDisabled}
				value={defaultClient}
				onChange={(event) => change({ defaultClient: event.target.value })}
				aria-invalid={faults.defaultClient ? true : undefined}
				aria-describedby={describedBy(id, description, faults.defaultClient)}
			>
				<option value="">Choose one</option>
				{offered.map((application) => {
					const isRefused = application.needsPkce && defaultProtocol === "oidc";
					return (
						<option
							key={application.id}
							value={application.id}
							disabled={isLive && isRefused && application.id !== defaultClient}
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
