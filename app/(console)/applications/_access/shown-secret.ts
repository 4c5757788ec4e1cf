import { nameOrId } from "@/lib/contract/name-or-id";
import "server-only";
import { isPublic, type ReadApplication } from "@/lib/dashboard/management/applications/application-labels";
import { serviceAddresses, snippetsOf } from "../_snippets/snippets";

/** A new secret as it is sent to the browser: in one result and nowhere else. */
export type SecretShown = ReturnType<typeof shownSecret>;

/** Picks the fields that are shown of an application with a new secret: sent to the browser once, stored nowhere. */
export function shownSecret(application: ReadApplication, answered: string | null) {
	/** Null where it has none, or where it is a public client: what a tenant answers as the secret of one means nothing. */
	const secret = isPublic(application) ? null : answered;
	return {
		clientId: application.client_id,
		name: nameOrId(application.name, application.client_id),
		secret,
		isPublic: isPublic(application),
		/** With the secret in them. */
		snippets: snippetsOf(application, serviceAddresses(), secret),
	};
}
