import type { Transaction } from "kysely";
import type { IdentityService } from "../context/identity-service";
import { hashPassword } from "../passwords/password-hash";
import type { IdentityServiceSchema } from "../store/schema";
import { sampleClients } from "./clients";
import { samplePassword, sampleUserId } from "./derived";
import { publicKeys } from "./rows";
import { SIGN_IN_HANDLES } from "./users";

/**
 * What has to change in the store when the sample tenant's clients and sign-ins get new credentials: the public keys and
 * the hashes of the passwords. Client secrets are derived, and change by themselves.
 * @param root that they are derived from then
 */
export async function renewedCredentials({ database, secrets, passwordCost }: IdentityService, root: string) {
	const userIds = SIGN_IN_HANDLES.map((handle) => sampleUserId(secrets.identifiers, handle));
	const users = await database
		.selectFrom("users")
		.select(["user_id", "password_generation", "password_chosen"])
		.where("user_id", "in", userIds)
		.execute();
	const signIns = SIGN_IN_HANDLES.map((handle) => {
		const userId = sampleUserId(secrets.identifiers, handle);
		return { handle, userId, row: users.find(({ user_id }) => user_id === userId) };
	});
	// A password that its owner has chosen is no credential of the sample any more, and stays.
	const derived = signIns.filter(({ row }) => !row?.password_chosen);
	const hashes = await Promise.all(
		derived.map(async ({ handle, userId, row }) => {
			const password = samplePassword(root, handle, row?.password_generation ?? 0);
			return { userId, password_hash: await hashPassword(password, passwordCost) };
		}),
	);
	const withKeys = sampleClients.filter(({ tokenEndpointAuthMethod: method }) => method === "private_key_jwt");
	return async (store: Transaction<IdentityServiceSchema>): Promise<void> => {
		await store.deleteFrom("kept_secrets").where("name", "=", "credentials").execute();
		for (const { userId, password_hash } of hashes) {
			await store.updateTable("users").set({ password_hash }).where("user_id", "=", userId).execute();
		}
		for (const { handle } of withKeys) {
			const jwks = publicKeys(root, handle);
			await store.updateTable("clients").set({ jwks }).where("handle", "=", handle).execute();
		}
	};
}
