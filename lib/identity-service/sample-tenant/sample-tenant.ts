import type { IdentityService, TenantSeed } from "../context/identity-service";
import { derivedClientId } from "../keys/derived";
import { sampleClients } from "./clients";
import { renewedCredentials, writeCredentials } from "./credentials";
import { samplePassword, sampleUserId } from "./derived";
import { addNewSampleClients, addSampleConnection, addSecondEditor, seedSampleTenant } from "./seed-sample-tenant";
import { SIGN_IN_HANDLES } from "./users";

/** The sample tenant, and the sample provider that it has a connection to. */
export function sampleTenant(
	service: Pick<IdentityService, "config" | "database" | "secrets" | "now" | "passwordCost">,
): TenantSeed {
	const { secrets } = service;
	const signInOf = (userId: string) =>
		SIGN_IN_HANDLES.find((handle) => sampleUserId(secrets.identifiers, handle) === userId);
	const isClient = (id: string) =>
		sampleClients.some(({ handle }) => derivedClientId(secrets.identifiers, handle) === id);
	return {
		async fill() {
			await seedSampleTenant(service);
			await addNewSampleClients(service);
			await addSampleConnection(service);
			await writeCredentials(service);
		},
		async addSecondEditor() {
			if (await addSecondEditor(service)) await writeCredentials(service);
		},
		async listCredentials(changed) {
			if (changed === undefined || signInOf(changed) || isClient(changed)) await writeCredentials(service);
		},
		passwordOf({ user_id, password_generation, password_chosen }) {
			const handle = signInOf(user_id);
			if (!handle || password_chosen) return null;
			return samplePassword(secrets.credentials, handle, password_generation ?? 0);
		},
		async providerCertificate() {
			// Not loaded by a start.
			const { sampleProviderKey } = await import("../sample-provider/signing-key");
			return (await sampleProviderKey(service)).certificate;
		},
		renewCredentials: (root) => renewedCredentials(service, root),
	};
}
