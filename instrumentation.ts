import type { EmbeddedTenant } from "./lib/dashboard/start";
import { provideRedirectOriginOfLogin, type RedirectOriginOfLogin } from "./lib/redirect-origin-of-login";

/**
 * Runs once before the server takes requests: starts the embedded tenant unless a real one is named, then checks the
 * dashboard's settings and opens its store. For `npm run admin` the process ends there.
 */
export async function register() {
	if (process.env.NEXT_RUNTIME === "nodejs") {
		const { readUndecodablePathsAsText } = await import("./lib/undecodable-paths");
		readUndecodablePathsAsText();
		const { startDashboard } = await import("./lib/dashboard/start");
		await startDashboard((appUrl) => startHalf("identity-service", appUrl));
	}
}

type IdentityServiceHalf = {
	startIdentityService(options: {
		appUrl: string;
		environment: Record<string, string | undefined>;
	}): Promise<EmbeddedTenant>;
	redirectOriginOfInteraction: RedirectOriginOfLogin;
};

/** The halves meet here and nowhere else. The path is a pattern, so that the dashboard builds without the other half. */
async function startHalf(name: string, appUrl: string): Promise<EmbeddedTenant | null> {
	if (process.env.NEXT_RUNTIME === "nodejs") {
		const half: IdentityServiceHalf = await import(`./lib/${name}/start.ts`);
		provideRedirectOriginOfLogin(half.redirectOriginOfInteraction);
		return half.startIdentityService({ appUrl, environment: process.env });
	}
	return null;
}
