import { ScopeMissing } from "@/app/_page/notices";
import type { Jump } from "@/components/layout/jump-list";
import { TextLink } from "@/components/layout/links";
import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import { nameOrId } from "@/lib/contract/name-or-id";
import type { OperationName } from "@/lib/contract/operations";
import { dashboardConfig } from "@/lib/dashboard/config";
import {
	clientAuthenticationOf,
	methodOf,
	NOT_KNOWN,
	ownerOf,
	type ReadApplication,
	requirementOf,
	TENANT_DEFAULT,
	tokenBindingOf,
} from "@/lib/dashboard/management/applications/application-labels";
import {
	actsInOwnName,
	consoleScopes,
	isForPeople,
	managementGrants,
	type Reach,
	scopesOf,
} from "@/lib/dashboard/management/applications/protection";
import { getFederatedApplication } from "@/lib/dashboard/management/applications/read-applications";
import { missingScope } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { AccessArea } from "../_access/access-area";
import { RotateSecret } from "../_access/secret-panel";
import { contentOf } from "../_edit/add-ons";
import { singleSignOnState } from "../_single-sign-on/single-sign-on-state";
import type { Snippet } from "../_snippets/shell";
import { SnippetList } from "../_snippets/snippet-list";
import { ProvidersOfApplication } from "./providers-of-application";

/** The sections of an application's page beside its form. */
export const sections = {
	singleSignOn: { id: "single-sign-on", title: "Single sign-on" },
	secret: { id: "secret", title: "Secret" },
	access: { id: "api-access", title: "API access" },
	providers: { id: "identity-providers", title: "Identity providers" },
	snippets: { id: "snippets", title: "Try it from a shell" },
} satisfies Record<string, Jump>;

type ApplicationSectionsProps = {
	application: ReadApplication;
	reach: Reach;
	/** Commands to try the application, without any secret of it. */
	snippets: readonly Snippet[];
	/** Whether the signed-in admin may change it, as far as the console has the scopes. */
	isChangeable: boolean;
	/** Whether the signed-in admin may perform the operation on it here. */
	can: (operation: OperationName) => boolean;
};

/** Sections with buttons of their own. API access is there only where the console holds the scopes for it. */
export async function ApplicationSections(props: ApplicationSectionsProps) {
	const { application, reach, snippets, isChangeable, can } = props;
	const { client_id: id } = application;
	const name = nameOrId(application.name, id);
	const { management, tenant } = dashboardConfig();
	const method = methodOf(application);
	const secret = secretInWords(method, can("post_rotate-secret"));
	const managed = managementGrants(reach.grants ?? []);
	const canGrant = can("post_client-grants") || can("patch_client-grants_by_id");
	return (
		<>
			{application.unread?.includes("callbacks") ? null : (
				<Section {...sections.singleSignOn}>
					<SingleSignOnState id={id} />
				</Section>
			)}
			<Section {...sections.secret}>
				<p className="text-sm text-muted">
					{secret ??
						`None: ${method === "none" ? "this is a public client, and anyone can read its program" : "it authenticates with a key of its own"}.`}
				</p>
				{secret && can("post_rotate-secret") ? (
					<RotateSecret id={id} name={name} isMethodKnown={method !== NOT_KNOWN} />
				) : null}
				{secret && isChangeable ? <ScopeMissing of="post_rotate-secret" isLine /> : null}
			</Section>
			{reach.grants ? (
				<Section {...sections.access}>
					<AccessArea
						id={id}
						name={name}
						grants={reach.grants.map((grant) => ({
							id: grant.id,
							audience: grant.audience ?? "",
							scopes: scopesOf(grant),
							isForPeople: isForPeople(grant),
							isSystem: grant.is_system === true,
						}))}
						audience={management.audience}
						offered={canGrant ? [...(await consoleScopes())].sort() : []}
						canUse={actsInOwnName(application)}
						can={{
							allow: can("post_client-grants"),
							change: can("patch_client-grants_by_id"),
							remove: can("delete_client-grants_by_id"),
						}}
					/>
					{isChangeable ? (
						<>
							<ScopeMissing of={managed.length === 0 ? "post_client-grants" : "patch_client-grants_by_id"} isLine />
							{reach.grants.length > 0 ? <ScopeMissing of="delete_client-grants_by_id" isLine /> : null}
						</>
					) : null}
				</Section>
			) : null}
			<Section {...sections.providers}>
				<ProvidersOfApplication id={id} canSwitch={isChangeable} />
			</Section>
			{snippets.length > 0 ? (
				<Section {...sections.snippets}>
					{tenant.embedded ? (
						<p className="text-sm text-muted">
							<code>npm run credentials</code> prints the secrets and keys of the sample applications, and the passwords
							of the sample users.
						</p>
					) : null}
					<SnippetList application={name} snippets={snippets} />
				</Section>
			) : null}
		</>
	);
}

/** The state of SAML and WS-Federation, with a link to their settings. */
async function SingleSignOnState({ id }: { id: string }) {
	const { value, problem } = await outcomeOf(getFederatedApplication(id), "application");
	return (
		<>
			<p className="text-sm">
				{problem ? `It can't be read now: ${problem.title}.` : singleSignOnState(contentOf(value))}
			</p>
			<p className="text-sm">
				<TextLink href={`${pageOf("application", id)}/single-sign-on`}>SAML and WS-Federation</TextLink>
			</p>
		</>
	);
}

/** What is said of the secret, by each way to authenticate with which there is one, or may be. */
function secretInWords(method: string, canRotate: boolean): string | null {
	const shownOnce = `Shown once, when it is created.${canRotate ? " If it is lost, rotate it to get a new one." : ""}`;
	switch (method) {
		case "client_secret_post":
		case "client_secret_basic":
			return shownOnce;
		case TENANT_DEFAULT:
			return `How it authenticates is not stored: the tenant's default applies. ${shownOnce}`;
		case NOT_KNOWN:
			return `How it authenticates is not known here: it may use its own key instead of the secret. ${missingScope("client keys") ?? ""}`;
		default:
			return null;
	}
}

/** Properties that are set elsewhere, or follow from the application's type. */
export function ApplicationFacts({ application }: { application: ReadApplication }) {
	const binding = tokenBindingOf(application);
	const owner = ownerOf(application);
	return (
		<Section title="Facts">
			<Facts isStacked>
				<Fact term="Client authentication">{clientAuthenticationOf(application)}</Fact>
				<Fact term={binding.term}>{binding.requirement}</Fact>
				<Fact term="Pushed authorization requests">
					{requirementOf(application.require_pushed_authorization_requests)}
				</Fact>
				<Fact term="FAPI profile">{application.compliance_level ?? NOT_KNOWN}</Fact>
				<Fact term="Owner">{owner === "third party" ? `${owner}: users are asked for consent` : owner}</Fact>
			</Facts>
		</Section>
	);
}
