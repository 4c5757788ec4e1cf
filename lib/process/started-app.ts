import { processWide } from "./process-wide.ts";

/** What the app's start, which is compiled, hands to the server, which is not. */
export type StartedApp = {
	/** Answers requests for the identity service's paths; null where another tenant is managed. */
	service: ((request: Request) => Promise<Response | null>) | null;
	/** Finishes what was acknowledged and not done yet, and closes what is open. After the last answer. */
	stop: () => Promise<void>;
};

const holder = processWide<StartedApp | null>("started-app", () => null);

export function handOver(app: StartedApp): void {
	holder.set(app);
}

/** @throws Error where the app's start did not run */
export function startedApp(): StartedApp {
	const app = holder.get();
	if (!app) throw new Error("The app's start handed nothing over.");
	return app;
}
