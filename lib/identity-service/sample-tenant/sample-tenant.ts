import type { IdentityService, SampleTenant } from "../context/identity-service";
import { hashPassword } from "../passwords/password-hash";
import { sampleProviderKey } from "../sample-provider/signing-key";
import { writeCredentials } from "./credentials";
import { samplePassword, sampleUserId } from "./derived";
import { SIGN_IN_HANDLES } from "./users";

export function sampleTenantOf(
	service: Pick<IdentityService, "config" | "database" | "secrets" | "now" | "passwordCost">,
): SampleTenant {
	return {
		async passwordHash({ user_id, password_generation, password_chosen }) {
			const { database, secrets, passwordCost } = service;
			const handle = SIGN_IN_HANDLES.find((each) => sampleUserId(secrets.identifiers, each) === user_id);
			if (!handle || password_chosen) return null;
			const password = samplePassword(secrets.credentials, handle, password_generation ?? 0);
			const password_hash = await hashPassword(password, passwordCost);
			const users = database.updateTable("users").set({ password_hash }).where("user_id", "=", user_id);
			await users.where("password_hash", "is", null).execute();
			return password_hash;
		},
		async clientChanged({ client_id, handle }) {
			// The handle of a client that is not of the sample is its identifier.
			if (handle !== client_id) await writeCredentials(service);
		},
		async userChanged(userId) {
			const { identifiers } = service.secrets;
			if (SIGN_IN_HANDLES.some((handle) => sampleUserId(identifiers, handle) === userId))
				await writeCredentials(service);
		},
		providerCertificate: async () => (await sampleProviderKey(service)).certificate,
	};
}
