import type { IdentityService } from "../context/identity-service";
import { deleteArtifactsOfAccount } from "../store/oidc-artifacts";
import { revokeGrant } from "./refresh-token-family";

/**
 * Ends all that a user was let in with: logins, codes on their way, and the grants behind refresh tokens. The next visit
 * of any application asks for the password.
 */
export async function endSessions(service: IdentityService, userId: string): Promise<void> {
	const families = await service.database
		.selectFrom("refresh_tokens")
		.select("grant_id")
		.where("user_id", "=", userId)
		.execute();
	for (const grantId of new Set(families.map(({ grant_id }) => grant_id))) {
		if (grantId !== null) await revokeGrant(service, grantId);
	}
	// Those of the sample have no grant behind them, and are listed like all others.
	await service.database.deleteFrom("refresh_tokens").where("user_id", "=", userId).execute();
	await deleteArtifactsOfAccount(service.database, userId);
}
