import type { IdentityService, SampleTenant } from "../context/identity-service";
import { sampleProviderKey } from "../sample-provider/signing-key";
import { writeCredentials } from "./credentials";
import { sampleUserId } from "./derived";
import { SIGN_IN_HANDLES } from "./users";

export function sampleTenantOf(
	service: Pick<IdentityService, "config" | "database" | "secrets" | "now">,
): SampleTenant {
	return {
		async clientChanged({ client_id, handle }) {
			// Others have their identifier for a handle.
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
