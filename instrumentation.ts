import type { EmbeddedTenant } from "./lib/dashboard/start";
import { handOver } from "./lib/process/started-app";

/**
 * Runs once before the server accepts requests: starts the embedded tenant unless a real one is named, then checks the
 * dashboard's settings and opens its store. The handler of the tenant's paths is passed to the server. For
 * `npm run admin` the process ends there.
 */
export async function register() {
	if (process.env.NEXT_RUNTIME === "nodejs") {
		const dashboard = await import("./lib/dashboard/start");
		const tenant = await dashboard.startDashboard((appUrl) => startService("identity-service", appUrl));
		handOver({
			service: tenant?.handleRequest ?? null,
			// The first upload loads it, not the start.
			uploaderOf: async (cookie) => (await import("./lib/dashboard/session/uploader")).uploaderOf(cookie),
			plannerOf: async (authorization) => (await import("./lib/dashboard/session/uploader")).plannerOf(authorization),
			async begin() {
				await dashboard.beginDashboardWork();
				await tenant?.begin();
			},
			async stop() {
				await Promise.all([dashboard.stopDashboard(), tenant?.stop()]);
			},
		});
	}
}

type IdentityServiceModule = {
	startIdentityService(options: {
		appUrl: string;
		environment: Record<string, string | undefined>;
	}): Promise<EmbeddedTenant>;
};

/** The only import of the service by the dashboard. The path is a pattern, so that the dashboard builds without it. */
async function startService(name: string, appUrl: string): Promise<EmbeddedTenant | null> {
	if (process.env.NEXT_RUNTIME === "nodejs") {
		// biome-ignore lint/plugin: the pattern resolves to the service, without which the dashboard builds.
		const service: IdentityServiceModule = await import(`./lib/${name}/start.ts`);
		return service.startIdentityService({ appUrl, environment: process.env });
	}
	return null;
}
