import { dashboardConfig, heldConfig } from "../config";
import { pointAtService, signInAs } from "./dashboard-state";

/** Identifiers of what a tenant has. */
export type TenantSample = {
	template: string;
	otherTemplate: string;
	/** Confidential; its method is stored or not. */
	application: string;
	publicApplication: string;
	/** Authenticates with a key of its own. */
	keyApplication: string;
	/** May do all that the management interface offers. */
	powerfulApplication: string;
	/** Another company's. */
	partnerApplication: string;
	samlApplication: string;
	/** By SAML. */
	provider: string;
	/** With the session, and the token in it. */
	user: string;
	session: string;
	/** Opened by somebody else as the user. */
	delegatedSession: string;
	token: string;
	/** Of the tenant's log. */
	logEntry: string;
};

/** A tenant that the whole dashboard runs on in tests: the embedded service, or a stand-in for one of the vendor. */
export type TestTenant = {
	name: string;
	sample: TenantSample;
	/**
	 * Points the dashboard at it, with an editor signed in, an empty store and nothing known of before.
	 * @param scopes granted to the dashboard; by default all that it uses
	 */
	use: (scopes?: readonly string[]) => Promise<void>;
	/** Grants other scopes to the dashboard, which has its store still. Only after `use` with scopes. */
	grant: (scopes: readonly string[]) => Promise<void>;
	/** Forgets what was written, where the tenant can. @param isUserSpent another user takes the place of the sample's */
	reset: (isUserSpent?: boolean) => void;
	/** All that was written to it since `reset`, where that is known. */
	writes?: () => { what: string; body: unknown }[];
	close: () => Promise<void>;
};

type Client = { clientId: string; clientSecret: string };
type Settings = { isEmbedded: boolean; machine: Client; signIn: Client };

/** Points the dashboard at a tenant, as its settings do in an installation, and signs an editor in. */
export async function pointAtTenant(address: string, { isEmbedded, machine, signIn }: Settings): Promise<void> {
	await pointAtService(address);
	const { tenant, management, ...others } = dashboardConfig();
	const { clientId, clientSecret } = machine;
	heldConfig.set({
		...others,
		tenant: { ...tenant, embedded: isEmbedded },
		management: { ...management, clientId, credential: { clientSecret } },
		authentication: { baseUrl: address, ...signIn },
	});
	signInAs("editor");
}
