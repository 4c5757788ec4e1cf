import type { TestTenant } from "../../testing/test-tenant";
import type { DescribedOperation } from "./described-interface";

/** Texts that the tenant knows, by the name of the parameter. */
export async function knownTexts({ service }: TestTenant) {
	const { database } = service;
	const users = await database.selectFrom("users").select(["user_id", "email", "name"]).execute();
	const tokens = await database.selectFrom("refresh_tokens").select("id").execute();
	const templates = await database.selectFrom("templates").select("id").execute();
	const clients = await database.selectFrom("clients").select("client_id").execute();
	const names = ["client_id,name", "id,device", "user_id", "name,email,", "no_such_field", "refresh_token,callbacks"];
	const checkpoints = new Map<string, string[]>();
	const texts: Record<string, string[]> = {
		user_id: users.map(({ user_id }) => user_id),
		client_id: clients.map(({ client_id }) => client_id),
		email: users.map(({ email }) => email),
		q: users.flatMap(({ email, name }) => [`email:"${email}"`, `name:"${name}"`, "name:a*", `${email} OR name:b*`]),
		fields: names,
		include_fields: ["true", "false"],
		include_totals: ["true", "false"],
		page: ["0", "1", "2"],
		per_page: ["0", "1", "10", "100"],
		take: ["1", "2", "100"],
	};
	const ids = { templates: templates.map(({ id }) => id), tokens: tokens.map(({ id }) => id) };
	const choose = ({ operationId, path }: DescribedOperation, name: string, index: number): string => {
		const lists =
			name === "id"
				? path.startsWith("/refresh-tokens")
					? ids.tokens
					: ids.templates
				: name === "from"
					? checkpoints.get(operationId)
					: texts[name];
		return lists?.[index % lists.length] ?? "x";
	};
	/** Keeps the checkpoints of an answer. */
	const note = ({ operationId }: DescribedOperation, text: string) => {
		const next = text.startsWith("{") ? (JSON.parse(text) as { next?: string | null }).next : null;
		if (next) checkpoints.set(operationId, [next]);
	};
	return Object.assign(choose, { note });
}
