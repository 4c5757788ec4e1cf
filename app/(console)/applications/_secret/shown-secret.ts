import "server-only";
import type { Application } from "@/lib/contract/client/application";
import { dashboardConfig } from "@/lib/dashboard/config";
import type { SecretShown } from "../_edit/application-form-state";
import { snippetsOf } from "../_snippets/snippets";

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
