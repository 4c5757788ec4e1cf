import "server-only";
import type { Application } from "@/lib/contract/client/application";
import { dashboardConfig } from "../../config";
import { APPLICATIONS_PER_PAGE, listApplications } from "../applications/read-applications";
import { ManagementError } from "../call/errors";
import { noteName } from "../seen-names";

/** So many calls at most, one after the other. */
const PAGES_MAX = 10;

/** Of an application, what a connection's form sends to the browser. */
export type SignInApplication = {
	id: string;
	name: string;
	/** Of `APP_TYPES`; a tenant may know others. */
	type: string | null;
	/** It requires PKCE (RFC 7636), so a provider can't begin a sign-in for it. */
	needsPkce: boolean;
};

/**
 * The applications that users sign in to, without the console's own two, by name.
 * @returns null where the console may not list them. @throws SessionError
 */
export async function listSignInApplications(): Promise<SignInApplication[] | null> {
	const { management, authentication } = dashboardConfig();
	const own = [management.clientId, authentication.clientId];
	try {
		const found: Application[] = [];
		for (let page = 0; page < PAGES_MAX; page += 1) {
			const { applications } = await listApplications(page);
			found.push(...applications);
			if (applications.length < APPLICATIONS_PER_PAGE) break;
		}
		for (const { client_id, name } of found) noteName(client_id, name);
		return found
			.filter(({ client_id, global }) => !global && !own.includes(client_id))
			.filter(({ app_type, callbacks }) => app_type !== "non_interactive" || (callbacks ?? []).length > 0)
			.map((application) => ({
				...{ id: application.client_id, name: application.name || application.client_id },
				...{ type: application.app_type ?? null, needsPkce: needsPkce(application) },
			}))
			.sort((one, other) => names.compare(one.name, other.name));
	} catch (error) {
		if (!(error instanceof ManagementError)) throw error;
		return null;
	}
}

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function needsPkce({ token_endpoint_auth_method, client_authentication_methods, compliance_level }: Application) {
	const isPublic = token_endpoint_auth_method === "none" && !client_authentication_methods;
	return isPublic || (compliance_level?.startsWith("fapi2") ?? false);
}
