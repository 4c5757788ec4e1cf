import { managementOf } from "../http/management";
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
	const { json } = managementOf(credentials, token);
	const [user] = await json<{ user_id: string }[]>("GET", `/users-by-email?email=${encodeURIComponent(email)}`);
	if (!user) throw new Error(`${email} has no account`);
	const path = `/users/${encodeURIComponent(user.user_id)}/refresh-tokens`;
	const { tokens } = await json<{ tokens: { id: string; created_at: string }[] }>("GET", path);
	return tokens.map(({ id, created_at }) => ({
		id,
		createdAt: created_at,
		userId: user.user_id,
		async metadata() {
			const read = await json<{ refresh_token_metadata: Metadata }>("GET", `/refresh-tokens/${id}`);
			return read.refresh_token_metadata;
		},
		async setMetadata(refresh_token_metadata) {
			await json("PATCH", `/refresh-tokens/${id}`, { refresh_token_metadata });
		},
		revoke: () => json("DELETE", `/refresh-tokens/${id}`),
	}));
}

/** The first token of a sample user. */
export async function tokenOf(credentials: Credentials, token: string, email: string): Promise<SampleToken> {
	const [first] = await tokensOf(credentials, token, email);
	if (!first) throw new Error(`${email} has no refresh token`);
	return first;
}
