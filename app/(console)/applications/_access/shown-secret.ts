import "server-only";
import type { Application } from "@/lib/contract/client/application";
import { isPublic } from "@/lib/dashboard/management/applications/application-labels";
import type { PartlyRead } from "@/lib/dashboard/management/applications/read-applications";
import type { Snippet } from "../_snippets/shell";
import { serviceAddresses, snippetsOf } from "../_snippets/snippets";

/** A new secret as it is sent to the browser: in one result and nowhere else. */
export type SecretShown = {
	clientId: string;
	name: string;
	/** Null where it has none, or where it is a public client: what a tenant answers as the secret of one means nothing. */
	secret: string | null;
	isPublic: boolean;
	/** With the secret in them. */
	snippets: Snippet[];
};

/** Picks the fields that are shown of an application with a new secret: sent to the browser once, stored nowhere. */
export function shownSecret(application: Application & PartlyRead, answered: string | null): SecretShown {
	const secret = isPublic(application) ? null : answered;
	return {
		clientId: application.client_id,
		name: application.name ?? application.client_id,
		secret,
		isPublic: isPublic(application),
		snippets: snippetsOf(application, serviceAddresses(), secret),
	};
}
