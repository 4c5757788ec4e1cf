import "server-only";
import { dashboardConfig } from "@/lib/dashboard/config";
import type { ServiceAddresses } from "./shell";

/** The tenant's addresses that commands use. */
export function serviceAddresses(): ServiceAddresses {
	const { authentication, management, tenant } = dashboardConfig();
	return { authUrl: authentication.baseUrl, audience: management.audience, isEmbedded: tenant.embedded };
}
