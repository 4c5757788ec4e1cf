import type { TestTenant } from "./test-tenant";

/** The responses of every operation that reads, by path: all that is stored, as the management interface shows it. */
export async function shownAnswers({ service, call }: Pick<TestTenant, "service" | "call">) {
	const { database } = service;
	const users = await database.selectFrom("users").select("user_id").orderBy("user_id").execute();
	const connections = await database.selectFrom("connections").select("id").orderBy("id").execute();
	const paths = [
		"/verifiable-credentials/verification/templates?take=100",
		...["/users?per_page=100", "/clients?per_page=100", "/client-grants?per_page=100", "/connections?per_page=100"],
		"/keys/signing",
		...connections.map(({ id }) => `/connections/${id}/clients?take=100`),
		...users.flatMap(({ user_id }) => {
			const user = `/users/${encodeURIComponent(user_id)}`;
			return [`${user}/sessions?take=100`, `${user}/refresh-tokens?take=100`, user.replace("/users", "/user-blocks")];
		}),
	];
	const answers: Record<string, unknown> = {};
	for (const path of paths) answers[path] = (await call("GET", path)).json;
	return answers;
}
