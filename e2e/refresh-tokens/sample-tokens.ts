import type { Credentials } from "../running-app/credentials";

type Metadata = Record<string, string> | null;

/** A refresh token of the sample tenant that a test may write to. */
export type SampleToken = {
	id: string;
	userId: string;
	createdAt: string;
	metadata: () => Promise<Metadata>;
	setMetadata: (metadata: Metadata) => Promise<void>;
	revoke: () => Promise<void>;
};

/** The refresh tokens of a sample user, by e-mail address, over the management interface. */
export async function tokensOf(credentials: Credentials, token: string, email: string): Promise<SampleToken[]> {
	async function call(path: string, body?: unknown, method = body === undefined ? "GET" : "PATCH") {
		const response = await fetch(credentials.base_url + path, {
			method,
			headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		if (!response.ok) throw new Error(`${path} → ${response.status}: ${await response.text()}`);
		return method === "DELETE" ? undefined : response.json();
	}
	const [user] = await call(`/users-by-email?email=${encodeURIComponent(email)}`);
	const { tokens } = await call(`/users/${encodeURIComponent(user.user_id)}/refresh-tokens`);
	return tokens.map(({ id, created_at }: { id: string; created_at: string }) => ({
		id,
		createdAt: created_at,
		userId: user.user_id,
		metadata: async () => (await call(`/refresh-tokens/${id}`)).refresh_token_metadata,
		setMetadata: async (metadata: Metadata) => {
			await call(`/refresh-tokens/${id}`, { refresh_token_metadata: metadata });
		},
		revoke: () => call(`/refresh-tokens/${id}`, undefined, "DELETE"),
	}));
}

/** The first token of a sample user. */
export async function tokenOf(credentials: Credentials, token: string, email: string): Promise<SampleToken> {
	const [first] = await tokensOf(credentials, token, email);
	if (!first) throw new Error(`${email} has no refresh token`);
	return first;
}
