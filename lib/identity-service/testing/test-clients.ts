import { IMPLICIT_GRANT, PASSWORD_GRANT, PASSWORD_REALM_GRANT, PASSWORDLESS_GRANT } from "../clients/grant-types";
import type { ClientTable } from "../store/schema";
import { testKey } from "./test-keys";

export const MANAGEMENT_SCOPES = ["read:refresh_tokens", "update:refresh_tokens", "create:vdcs_templates"];
/** The subject of the certificate in test-certificates.ts. */
const CERTIFICATE_SUBJECT = "CN=client.example.com,O=Example";

/** Origin of the pages of the client "page". */
export const PAGE_ORIGIN = "https://app.example";

const CODE = ["authorization_code", "refresh_token"];
const MACHINE = ["client_credentials"];

/** One client of each kind. */
export function testClients(): ClientTable[] {
	const keyed = { token_endpoint_auth_method: "private_key_jwt", jwks: testKey.publicKeySet };
	const tls = { token_endpoint_auth_method: "tls_client_auth", certificate_subject: CERTIFICATE_SUBJECT };
	return [
		client("machine", { grants: MACHINE, scopes: MANAGEMENT_SCOPES }),
		client("machine-basic", { grants: MACHINE, scopes: MANAGEMENT_SCOPES }, basic),
		client("machine-without-scopes", { grants: MACHINE }),
		client("machine-with-orders", { grants: MACHINE, scopes: MANAGEMENT_SCOPES, orders: true }),
		client("machine-with-key", { grants: MACHINE, scopes: MANAGEMENT_SCOPES }, keyed),
		client("machine-with-certificate", { grants: MACHINE, scopes: MANAGEMENT_SCOPES }, { ...tls, ...bound("mtls") }),
		client("web", { grants: CODE, redirectUris: ["/callback"], logoutUris: ["/goodbye"] }),
		client("web-with-api", {
			grants: [...CODE, ...MACHINE],
			redirectUris: ["/callback"],
			scopes: ["read:refresh_tokens"],
			orders: true,
		}),
		client("web-basic", { grants: CODE, redirectUris: ["/callback"] }, basic),
		client("web-steady", { grants: CODE, redirectUris: ["/callback"] }, { rotating: 0 }),
		client("browser", { grants: CODE, redirectUris: ["/callback"] }, { token_endpoint_auth_method: "none" }),
		client(
			"page",
			{
				grants: [...CODE, IMPLICIT_GRANT, PASSWORDLESS_GRANT],
				redirectUris: ["https://app.example/callback", "https://app.example:8443/callback"],
			},
			{ ...open, settings: JSON.stringify({ web_origins: [PAGE_ORIGIN], allowed_origins: ["https://tools.example"] }) },
		),
		client(
			"saml",
			{ grants: [], redirectUris: ["https://sp.example/acs", "https://sp.example/acs/second"] },
			{ settings: JSON.stringify({ addons: { samlp: {} }, client_aliases: ["https://sp.example/metadata"] }) },
		),
		client(
			"wsfed",
			{ grants: [], redirectUris: ["https://rp.example/wsfed", "https://rp.example/second"] },
			{ settings: JSON.stringify({ addons: { wsfed: {} }, client_aliases: ["urn:rp.example:wsfed"] }) },
		),
		client(
			"widget",
			{ grants: [IMPLICIT_GRANT], redirectUris: ["/callback"], scopes: MANAGEMENT_SCOPES, orders: true },
			open,
		),
		client("till", {
			grants: [PASSWORD_GRANT, PASSWORD_REALM_GRANT, "refresh_token"],
			scopes: MANAGEMENT_SCOPES,
			orders: true,
		}),
		client(
			"courier",
			{ grants: [PASSWORDLESS_GRANT, ...CODE], redirectUris: ["/callback"], scopes: MANAGEMENT_SCOPES },
			open,
		),
		client("third-party", { grants: CODE, redirectUris: ["/callback"], orders: true }, { first_party: 0 }),
		client(
			"bank",
			{
				grants: [...CODE, ...MACHINE, IMPLICIT_GRANT, PASSWORD_GRANT],
				redirectUris: ["/callback"],
				scopes: MANAGEMENT_SCOPES,
			},
			{ ...keyed, ...bound("dpop"), security_profile: "fapi2", rotating: 0 },
		),
		client(
			"insurer",
			{ grants: CODE, redirectUris: ["/callback"], scopes: MANAGEMENT_SCOPES },
			{ ...tls, ...bound("mtls"), security_profile: "fapi2", rotating: 0 },
		),
		client(
			"lender",
			{ grants: CODE, redirectUris: ["/callback"] },
			{ ...keyed, ...bound("mtls"), security_profile: "fapi2", rotating: 0 },
		),
	];
}

const basic = { token_endpoint_auth_method: "client_secret_basic" };
const open = { token_endpoint_auth_method: "none" };
const bound = (sender_constraint: "dpop" | "mtls") => ({ sender_constraint });

type ClientDetails = {
	grants: string[];
	redirectUris?: string[];
	logoutUris?: string[];
	/** Of the management interface. */
	scopes?: string[];
	orders?: boolean;
};

function client(id: string, details: ClientDetails, row: Partial<ClientTable> = {}): ClientTable {
	const { grants, redirectUris = [], logoutUris = [], scopes, orders } = details;
	return {
		client_id: id,
		handle: id,
		name: `The ${id} application`,
		app_type: "regular_web",
		token_endpoint_auth_method: "client_secret_post",
		grants: JSON.stringify(grants),
		redirect_uris: JSON.stringify(redirectUris),
		logout_uris: JSON.stringify(logoutUris),
		api_grants: JSON.stringify([
			...(scopes ? [{ audience: "/api/v2/", scopes }] : []),
			...(orders ? [{ audience: "https://api.example.com/orders", scopes: ["read:orders"] }] : []),
		]),
		jwks: null,
		certificate_subject: null,
		security_profile: null,
		sender_constraint: null,
		first_party: 1,
		global: 0,
		rotating: 1,
		created_at: "2026-01-02T03:04:05.000Z",
		settings: "{}",
		sealed_secret: null,
		revision: 0,
		...row,
	};
}
