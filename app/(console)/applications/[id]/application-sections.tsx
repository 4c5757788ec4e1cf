import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";
import type { Application } from "@/lib/contract/client/application";
import type { OperationName } from "@/lib/contract/operations";
import { dashboardConfig } from "@/lib/dashboard/config";
import { actsInOwnName, consoleScopes, type Reach } from "@/lib/dashboard/management/applications/protection";
import { AccessArea } from "../_access/access-area";
import { RotateSecret } from "../_access/secret-panel";
import { authMethodLabel } from "../_edit/application-labels";
import { SingleSignOnSection } from "../_single-sign-on/form/single-sign-on-section";
import { methodOf } from "../_snippets/shell";

type ApplicationAsideProps = {
	application: Application;
	reach: Reach;
	/** Whether the signed-in person may do this to it here. */
	may: (operation: OperationName) => boolean;
};

/** Beside the form: what is not typed. Areas are there only where the console holds the scopes for them. */
export async function ApplicationAside({ application, reach, may }: ApplicationAsideProps) {
	const { client_id: id } = application;
	const name = application.name || id;
	const { management } = dashboardConfig();
	return (
		<div className="grid min-w-0 content-start gap-5">
			<Section title="Facts">
				<ApplicationFacts application={application} />
			</Section>
			<SingleSignOnSection id={id} />
			<Section title="Secret">
				<p className="text-sm text-muted">{secretInWords(application)}</p>
				{hasSecret(application) && may("post_rotate-secret") ? <RotateSecret id={id} name={name} /> : null}
			</Section>
			{reach.grants ? (
				<Section title="API access">
					<AccessArea
						id={id}
						name={name}
						grants={reach.grants.map((grant) => ({
							id: grant.id,
							audience: grant.audience ?? "",
							scopes: grant.scope ?? [],
						}))}
						audience={management.audience}
						offered={may("post_client-grants") ? [...(await consoleScopes())].sort() : null}
						canUse={actsInOwnName(application)}
						canRemove={may("delete_client-grants_by_id")}
					/>
				</Section>
			) : null}
		</div>
	);
}

const SECRET_METHODS: readonly string[] = ["client_secret_post", "client_secret_basic"];

function hasSecret(application: Application): boolean {
	return SECRET_METHODS.includes(methodOf(application));
}

function secretInWords(application: Application): string {
	if (hasSecret(application)) return "It is shown once, when it is made. Who has lost it needs a new one.";
	return methodOf(application) === "none"
		? "It has none: whoever has the program could read it there."
		: "It has none: it authenticates with a key of its own.";
}

/** What is set elsewhere, or follows from what the application is. */
function ApplicationFacts({ application }: { application: Application }) {
	const { compliance_level: level, is_first_party: isOwn } = application;
	return (
		<Facts>
			<Fact term="Authenticates with">{authMethodLabel(methodOf(application))}</Fact>
			<Fact term="FAPI 2.0">{level && level !== "none" ? <code>{level}</code> : "no"}</Fact>
			<Fact term="Pushed requests">{yesOrNo(application.require_pushed_authorization_requests, "needed")}</Fact>
			<Fact term="Proof of its key">{yesOrNo(application.require_proof_of_possession, "needed")}</Fact>
			<Fact term="Whose">{isOwn === false ? "another company’s: people are asked for consent" : "your own"}</Fact>
		</Facts>
	);
}

function yesOrNo(value: boolean | null | undefined, yes: string): string {
	return value ? yes : `not ${yes}`;
}
