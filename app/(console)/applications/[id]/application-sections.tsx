import { ProvidersOfApplication } from "@/app/(console)/connections/_application/providers-of-application";
import type { Jump } from "@/components/layout/jump-list";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { Application } from "@/lib/contract/client/application";
import type { OperationName } from "@/lib/contract/operations";
import { dashboardConfig } from "@/lib/dashboard/config";
import { actsInOwnName, consoleScopes, type Reach } from "@/lib/dashboard/management/applications/protection";
import { AccessArea } from "../_access/access-area";
import { RotateSecret } from "../_access/secret-panel";
import { clientAuthenticationOf, isFapi, methodOf, ownerOf, tokenBindingOf } from "../_edit/application-labels";
import { SingleSignOnSection } from "../_single-sign-on/form/single-sign-on-section";

/** The sections of an application's page beside its form. */
export const sections = {
	singleSignOn: { id: "single-sign-on", title: "Single sign-on" },
	secret: { id: "secret", title: "Secret" },
	access: { id: "api-access", title: "API access" },
	providers: { id: "identity-providers", title: "Identity providers" },
	snippets: { id: "snippets", title: "Try it from a shell" },
} satisfies Record<string, Jump>;

type ApplicationSectionsProps = {
	application: Application;
	reach: Reach;
	/** Whether the signed-in admin may perform the operation on it here. */
	can: (operation: OperationName) => boolean;
};

/** Sections with buttons of their own. API access is there only where the console holds the scopes for it. */
export async function ApplicationSections({ application, reach, can }: ApplicationSectionsProps) {
	const { client_id: id } = application;
	const name = application.name || id;
	const { management } = dashboardConfig();
	return (
		<>
			<Section {...sections.singleSignOn}>
				<SingleSignOnSection id={id} />
			</Section>
			<Section {...sections.secret}>
				<p className="text-sm text-muted">{secretInWords(application)}</p>
				{hasSecret(application) && can("post_rotate-secret") ? <RotateSecret id={id} name={name} /> : null}
			</Section>
			{reach.grants ? (
				<Section {...sections.access}>
					<AccessArea
						id={id}
						name={name}
						grants={reach.grants.map((grant) => ({
							id: grant.id,
							audience: grant.audience ?? "",
							scopes: grant.scope ?? [],
						}))}
						audience={management.audience}
						offered={can("post_client-grants") ? [...(await consoleScopes())].sort() : null}
						canUse={actsInOwnName(application)}
						canRemove={can("delete_client-grants_by_id")}
					/>
				</Section>
			) : null}
			<Section {...sections.providers}>
				<ProvidersOfApplication id={id} />
			</Section>
		</>
	);
}

const SECRET_METHODS: readonly string[] = ["client_secret_post", "client_secret_basic"];

function hasSecret(application: Application): boolean {
	return SECRET_METHODS.includes(methodOf(application));
}

function secretInWords(application: Application): string {
	if (hasSecret(application)) return "Shown once, when it is made. If it is lost, rotate it to get a new one.";
	return methodOf(application) === "none"
		? "None: this is a public client, whose program anybody can read."
		: "None: it authenticates with a key of its own.";
}

/** Properties that are set elsewhere, or follow from the application's type. */
export function ApplicationFacts({ application }: { application: Application }) {
	const { compliance_level: level, require_pushed_authorization_requests: isPushed } = application;
	const binding = tokenBindingOf(application);
	const owner = ownerOf(application);
	return (
		<Section title="Facts">
			<Facts isStacked>
				<Fact term="Client authentication">{clientAuthenticationOf(application)}</Fact>
				<Fact term={binding.term}>{requirement(binding.isRequired)}</Fact>
				<Fact term="Pushed authorization requests">{requirement(isPushed === true)}</Fact>
				{isFapi(application) ? <Fact term="FAPI 2.0">{level}</Fact> : null}
				<Fact term="Owner">{owner === "first party" ? owner : `${owner}: people are asked for consent`}</Fact>
			</Facts>
		</Section>
	);
}

function requirement(isRequired: boolean): string {
	return isRequired ? "required" : "optional";
}
