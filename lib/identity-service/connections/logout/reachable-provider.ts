import { HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import type { IdentityService } from "../../context/identity-service";
import { Refusal } from "../../http/refusal";
import type { Destination } from "../../saml/outbound-messages";
import { findConnection } from "../../store/connections";
import { usableCertificates } from "../response/usable-certificates";
import { type SamlConnection, samlConnection } from "../saml-connection";

/** Why nobody is told there. */
export type Obstacle = "gone" | "off" | "disabled" | "no-address" | "no-certificate";

export type ReachableProvider = { connection: SamlConnection; destination: Destination };

/** Where a provider hears of a logout. What it answers has to be signed, so that it is asked only where that can be checked. */
export async function reachableProvider(
	service: IdentityService,
	connectionId: string,
): Promise<ReachableProvider | Obstacle> {
	const row = await findConnection(service.database, connectionId);
	if (!row) return "gone";
	const connection = await samlConnection(service, row);
	if (connection.clientIds.length === 0) return "off";
	if (connection.options.disableSignout) return "disabled";
	const destination = logoutDestination(connection);
	if (!destination) return "no-address";
	return hasCertificate(connection, service.now()) ? { connection, destination } : "no-certificate";
}

/** @param isAnswer some take answers elsewhere (`ResponseLocation`) */
export function logoutDestination({ options, label }: SamlConnection, isAnswer = false): Destination | null {
	const { signOutEndpoint, signOutResponseEndpoint, signOutBinding = HTTP_REDIRECT_BINDING } = options;
	const address = isAnswer ? (signOutResponseEndpoint ?? signOutEndpoint) : signOutEndpoint;
	return address === undefined ? null : { label, address, binding: signOutBinding, leadsAnywhere: true };
}

function hasCertificate(connection: SamlConnection, now: Date): boolean {
	try {
		return usableCertificates(connection, now).length > 0;
	} catch (error) {
		if (error instanceof Refusal) return false;
		throw error;
	}
}
