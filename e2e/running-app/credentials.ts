type Client = {
	client_id: string;
	client_secret?: string;
	/** Of a client that signs its assertions. */
	private_key?: JsonWebKey;
	token_endpoint_auth_method: string;
	grants: string[];
	redirect_uris: string[];
	scopes: string[];
	global: boolean;
};

export type SignInName = "editor" | "support" | "viewer" | "user";

/** What `npm run --silent credentials` prints. */
export type Credentials = {
	address: string;
	base_url: string;
	auth_url: string;
	audience: string;
	sign_ins: Record<SignInName, { email: string; password: string }>;
	clients: Record<string, Client>;
};

/**
 * A management token for one of the sample tenant's clients, by client credentials.
 * @param name "management" holds all scopes and is global
 */
export async function fetchManagementToken(credentials: Credentials, name = "management"): Promise<string> {
	const { client_id, client_secret } = clientOf(credentials, name);
	const response = await fetch(`${credentials.auth_url}/oauth/token`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({
			grant_type: "client_credentials",
			client_id,
			client_secret,
			audience: credentials.audience,
		}),
	});
	if (!response.ok) throw new Error(`The token endpoint responded ${response.status}: ${await response.text()}`);
	return (await response.json()).access_token;
}

function clientOf(credentials: Credentials, name: string): Client {
	const client = credentials.clients[name];
	if (!client) throw new Error(`The sample tenant has no client "${name}"`);
	return client;
}
