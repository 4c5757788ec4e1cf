import "server-only";
import type { Application } from "@/lib/contract/client/application";
import { dashboardConfig } from "@/lib/dashboard/config";
import { type Snippet, snippetsOf } from "../_snippets/snippets";

/** A new secret on its only way: it stands in this answer and nowhere else. */
export type SecretShown = {
	clientId: string;
	name: string;
	/** Null for an application that has none. */
	secret: string | null;
	/** With the secret in them. */
	snippets: Snippet[];
};

/** What an answer with a new secret shows, field by field: it crosses to the browser once, and is kept nowhere. */
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
