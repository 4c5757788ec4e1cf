import "server-only";
import type { Application } from "@/lib/contract/client/application";
import { dashboardConfig } from "@/lib/dashboard/config";
import { type Snippet, snippetsOf } from "../_snippets/snippets";

/** A new secret as it is sent to the browser: in one result and nowhere else. */
export type SecretShown = {
	clientId: string;
	name: string;
	/** Null for an application that has none. */
	secret: string | null;
	/** With the secret in them. */
	snippets: Snippet[];
};

/** Picks the fields that are shown of an application with a new secret: sent to the browser once, stored nowhere. */
export function shownSecret(application: Application, secret: string | null): SecretShown {
	const { authentication, management } = dashboardConfig();
	const service = { authUrl: authentication.baseUrl, audience: management.audience };
	return {
		clientId: application.client_id,
		name: application.name ?? application.client_id,
		secret,
		snippets: snippetsOf(application, service, secret),
	};
}
