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

/** Refresh tokens and sessions alike: where they are listed, and what their metadata is called. */
const HELD = {
	tokens: { list: "refresh-tokens", path: "/refresh-tokens", wire: "refresh_token_metadata" },
	sessions: { list: "sessions", path: "/sessions", wire: "session_metadata" },
} as const;

/** What a sample user holds, by e-mail address, over the management interface. */
async function heldBy(
	credentials: Credentials,
	token: string,
	email: string,
	kind: keyof typeof HELD,
): Promise<SampleToken[]> {
	const { json } = managementOf(credentials, token);
	const { list, path, wire } = HELD[kind];
	const people = await json<{ user_id: string }[]>("GET", `/users-by-email?email=${encodeURIComponent(email)}`);
	// One from the sample provider may have the same address.
	const user = people.find(({ user_id }) => user_id.startsWith("auth0|"));
	if (!user) throw new Error(`${email} has no account`);
	const found = await json<Record<string, { id: string; created_at: string }[]>>(
		"GET",
		`/users/${encodeURIComponent(user.user_id)}/${list}`,
	);
	return (found[kind] ?? []).map(({ id, created_at }) => ({
		id,
		createdAt: created_at,
		userId: user.user_id,
		metadata: async () => (await json<Record<string, Metadata>>("GET", `${path}/${id}`))[wire] ?? null,
		async setMetadata(metadata) {
			await json("PATCH", `${path}/${id}`, { [wire]: metadata });
		},
		revoke: () => (kind === "sessions" ? json("POST", `${path}/${id}/revoke`) : json("DELETE", `${path}/${id}`)),
	}));
}

/** The refresh tokens of a sample user. */
export function tokensOf(credentials: Credentials, token: string, email: string): Promise<SampleToken[]> {
	return heldBy(credentials, token, email, "tokens");
}

/** The sessions of a sample user. */
export function sessionsOf(credentials: Credentials, token: string, email: string): Promise<SampleToken[]> {
	return heldBy(credentials, token, email, "sessions");
}

/** The first session of a sample user. */
export async function sessionOf(credentials: Credentials, token: string, email: string): Promise<SampleToken> {
	const [first] = await sessionsOf(credentials, token, email);
	if (!first) throw new Error(`${email} has no session`);
	return first;
}

/** The first token of a sample user. */
export async function tokenOf(credentials: Credentials, token: string, email: string): Promise<SampleToken> {
	const [first] = await tokensOf(credentials, token, email);
	if (!first) throw new Error(`${email} has no refresh token`);
	return first;
}
