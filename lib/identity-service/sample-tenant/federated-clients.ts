import { type SampleClient, USER_SCOPES } from "./client";

/** One application of each protocol beside OpenID Connect; the console's test of a sign-in is a second callback. */
export const federatedSampleClients: readonly SampleClient[] = [
	client("saml_app", "Fleet Portal (SAML)", {
		redirectUris: ["http://localhost:4910/saml/acs", "/sign-in-test/saml"],
		settings: { addons: { samlp: {} } },
	}),
	client("wsfed_app", "Partner Intranet (WS-Federation)", {
		redirectUris: ["http://localhost:4920/ws-federation", "/sign-in-test/ws-federation"],
		settings: { addons: { wsfed: {} }, client_aliases: ["urn:partner-intranet.example.com"] },
	}),
];

function client(handle: string, name: string, details: Pick<SampleClient, "redirectUris" | "settings">): SampleClient {
	return {
		handle,
		name,
		appType: "regular_web",
		// Neither protocol has it authenticate.
		tokenEndpointAuthMethod: "none",
		grants: [],
		logoutUris: [],
		scopes: USER_SCOPES,
		global: false,
		rotating: false,
		...details,
	};
}
