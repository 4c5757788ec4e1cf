import { CONSOLE_CLIENTS } from "../store/console-clients";
import type { DescribedOperation } from "./described-interface";
import type { TestTenant } from "./test-tenant";

/** Texts that are stored in the tenant, by the name of the parameter. */
export async function knownTexts({ service, call }: TestTenant) {
	const { database } = service;
	const found = await database.selectFrom("users").select(["user_id", "email", "name"]).execute();
	const users = found.map(({ email, ...user }) => ({ ...user, email: email ?? "" }));
	const tokens = await database.selectFrom("refresh_tokens").select("id").execute();
	const sessions = await database.selectFrom("sessions").select("id").execute();
	const templates = await database.selectFrom("templates").select("id").execute();
	const clients = await database.selectFrom("clients").select(["client_id", "handle", "global"]).execute();
	const connections = await database.selectFrom("connections").select("id").execute();
	const entries = await database.selectFrom("log_entries").select("log_id").execute();
	// Not for deletion: the callers' and the console's clients, and clients with tokens, which would be deleted with them.
	// Nor global ones, which a caller that is not global may not change.
	const protectedHandles: string[] = ["management", "management_not_global", ...Object.values(CONSOLE_CLIENTS)];
	const owners = await database.selectFrom("refresh_tokens").select("client_id").distinct().execute();
	const free = clients.filter(
		({ handle, client_id, global }) =>
			!protectedHandles.includes(handle) && global === 0 && !owners.some((owner) => owner.client_id === client_id),
	);
	const grants = (await call("GET", "/client-grants?per_page=100")).json as { id: string; client_id: string }[];
	const ofFree = grants.filter((grant) => free.some(({ client_id }) => client_id === grant.client_id));
	const names = ["client_id,name", "id,device", "user_id", "name,email,", "no_such_field", "refresh_token,callbacks"];
	const checkpoints = new Map<string, string[]>();
	const texts: Record<string, string[]> = {
		user_id: users.map(({ user_id }) => user_id),
		client_id: free.map(({ client_id }) => client_id),
		email: users.map(({ email }) => email),
		q: users.flatMap(({ email, name }) => [`email:"${email}"`, `name:"${name}"`, "name:a*", `${email} OR name:b*`]),
		fields: names,
		include_fields: ["true", "false"],
		include_totals: ["true", "false"],
		page: ["0", "1", "2"],
		per_page: ["0", "1", "10", "100"],
		take: ["1", "2", "100"],
		app_type: ["spa", "native,spa", "regular_web"],
		audience: [service.config.audience],
		strategy: ["samlp", "oidc", "oidc,samlp"],
		name: ["sample-provider", "x"],
		is_global: ["true", "false"],
		sort: ["date:1", "date:-1"],
		is_first_party: ["true", "false"],
	};
	const ids: Record<string, string[]> = {
		"refresh-tokens": tokens.map(({ id }) => id),
		sessions: sessions.map(({ id }) => id),
		"verifiable-credentials": templates.map(({ id }) => id),
		clients: free.map(({ client_id }) => client_id),
		"client-grants": ["cgr_0123456789abcdef", ...ofFree.map(({ id }) => id)],
		connections: connections.map(({ id }) => id),
		logs: entries.map(({ log_id }) => log_id),
	};
	const all = clients.map(({ client_id }) => client_id);
	const idsOf = (method: string, kind = "") => (method === "GET" && kind === "clients" ? all : ids[kind]);
	const choose = ({ operationId, method, path }: DescribedOperation, name: string, index: number): string => {
		const [, kind] = path.split("/");
		const lists = name === "id" ? idsOf(method, kind) : name === "from" ? checkpoints.get(operationId) : texts[name];
		return lists?.[index % lists.length] ?? "x";
	};
	/** Stores the checkpoints of a response. */
	const note = ({ operationId }: DescribedOperation, text: string) => {
		const { next, id } = text.startsWith("{") ? (JSON.parse(text) as { next?: string | null; id?: string }) : {};
		if (operationId === "post_client-grants" && id) ids["client-grants"]?.push(id);
		if (next) checkpoints.set(operationId, [next]);
	};
	return Object.assign(choose, { note });
}
