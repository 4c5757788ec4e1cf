import { processWide } from "./process-wide.ts";

/** A request whose body has arrived. A `Request` is one too, but takes longer to make. */
export type ReceivedRequest = Pick<Request, "method" | "url" | "headers"> & { bytes: () => Promise<Uint8Array> };

/** Who may send a large body, or why not. */
export type Uploader = { subject: string } | { status: number; message: string; headers?: Record<string, string> };

/** What the app's start, which is bundled, passes to the server, which is not. */
export type StartedApp = {
	/** Responds to requests for the identity service's paths; null where another tenant is managed. */
	service: ((request: ReceivedRequest) => Promise<Response>) | null;
	/**
	 * The admin who may send a folder of templates, or why the sender of a request may not.
	 * @param cookie the request's header; empty where it has none
	 */
	uploaderOf: (cookie: string) => Promise<Uploader>;
	/**
	 * The same for a program that sends one for a plan, by its token.
	 * @param authorization the request's header; empty where it has none
	 */
	plannerOf: (authorization: string) => Promise<Uploader>;
	/** Begins the work beside the requests. To be called once, after the server listens. */
	begin: () => Promise<void>;
	/** Finishes accepted work that is not done yet. To be called after the last response. */
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
