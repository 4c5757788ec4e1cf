import { processWide } from "./process-wide.ts";

/** What the app's start, which is compiled, hands to the server, which is not. */
export type StartedApp = {
	/** Answers requests for the identity service's paths; null where another tenant is managed. */
	service: ((request: Request) => Promise<Response>) | null;
	/** Does what was promised and is not done yet. After the last answer. */
	stop: () => Promise<void>;
};

const handover = processWide("started-app", () => Promise.withResolvers<StartedApp>());

export function handOver(app: StartedApp): void {
	handover.get().resolve(app);
}

/** Waits for the start. Where that fails, the process ends. */
export function startedApp(): Promise<StartedApp> {
	return handover.get().promise;
}
