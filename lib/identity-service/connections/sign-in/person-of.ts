import type { ProviderSignIn } from "../provider-sign-in";
import type { CheckedAnswer } from "../response/checked-answer";
import { profileOf } from "../response/profile";
import type { SamlConnection } from "../saml-connection";

/**
 * Whom a provider has vouched for, as a user of this tenant, and its session with them.
 * @throws Refusal where the answer does not say who it is
 */
export function personOf(
	connection: SamlConnection,
	said: CheckedAnswer,
): Pick<ProviderSignIn, "connectionId" | "user" | "session"> {
	const { id, email_verified, ...profile } = profileOf(connection, said);
	const { nameId, nameIdFormat, nameQualifier, spNameQualifier, sessionIndex, sessionUntil } = said;
	return {
		connectionId: connection.id,
		user: { ...profile, user_id: id, connection: connection.name, email_verified: email_verified ? 1 : 0 },
		session: {
			...{ nameId, nameIdFormat, nameQualifier, spNameQualifier, sessionIndex },
			...(sessionUntil ? { until: sessionUntil.toISOString() } : {}),
		},
	};
}
