import { type Kysely, sql } from "kysely";
import { SAML_STRATEGY } from "@/lib/contract/connection/connection-limits";
import type { IdentityServiceSchema } from "./schema";

type Database = Kysely<IdentityServiceSchema>;

/** What a person is known by who comes through an outside connection. @param id what the provider knows them by */
export function connectionUserId(name: string, id: string): string {
	return `${SAML_STRATEGY}|${name}|${id}`;
}

/**
 * Deletes everybody who comes through an outside connection, with all that they were let in with: logins, codes on their
 * way, grants, refresh tokens. Whoever has the connection's name next names its people alike, and they are others. To be
 * called in a transaction.
 * @param name of letters, digits and hyphens
 */
export async function deletePeopleOfConnection(database: Database, name: string): Promise<void> {
	const people = database.selectFrom("users").select("user_id").where("connection", "=", name);
	const grants = database.selectFrom("refresh_tokens").select("grant_id").where("user_id", "in", people);
	await database.deleteFrom("oidc_artifacts").where("grant_id", "in", grants).execute();
	await database.deleteFrom("refresh_tokens").where("user_id", "in", people).execute();
	// In one statement, however many they are: how their identifiers begin tells them from all others.
	const named = `%"accountId":${JSON.stringify(connectionUserId(name, "")).slice(0, -1)}%`;
	await database.deleteFrom("oidc_artifacts").where(sql<boolean>`payload like ${named}`).execute();
	await database.deleteFrom("users").where("connection", "=", name).execute();
}
