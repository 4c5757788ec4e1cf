import type { ServerResponse } from "node:http";
import { type FaultServer, json, type SeenRequest } from "@/lib/dashboard/testing/fault-server";

type Metadata = Record<string, unknown>;
/** A test's replacement for the service's own response; true where it has responded. */
type Misbehave = (request: SeenRequest, response: ServerResponse, id: string) => boolean;

/** A fake service with tokens of one user, which are its sessions as well, which records the reads and writes of each. */
export function bulkService(server: FaultServer) {
	const tokens = new Map<string, Metadata | null>();
	const service = {
		tokens,
		writes: [] as string[],
		reads: [] as string[],
		headers: {} as Record<string, string>,
		listsMetadata: true,
		/** What responses contain beside the same for all, by identifier. */
		more: {} as Record<string, object>,
		misbehave: (() => false) as Misbehave,
		hold: (metadata: Record<string, Metadata>) => {
			for (const [id, held] of Object.entries(metadata)) tokens.set(id, held);
		},
	};
	const named = (id: string) => ({
		id,
		user_id: "usr_1",
		client_id: "app",
		clients: [{ client_id: "app" }],
		...service.more[id],
	});
	const holder = (wire: string, id: string) => ({ ...named(id), [wire]: tokens.get(id) });
	const listed = (wire: string, id: string) => (service.listsMetadata ? holder(wire, id) : named(id));
	server.handle = (request, response) => {
		const [, kind, id = "", list] = /\/api\/v2\/([\w-]+)\/?([^/?]*)\/?([^?]*)/.exec(request.url) ?? [];
		const respond = (status: number, body: unknown) => json(response, status, body, service.headers);
		if (kind === "clients") return respond(200, [{ client_id: "app", name: "App" }]);
		const isSession = kind === "sessions" || list === "sessions";
		const wire = isSession ? "session_metadata" : "refresh_token_metadata";
		if (kind === "users" && list) {
			const all = [...tokens.keys()].map((each) => listed(wire, each));
			return respond(200, { [isSession ? "sessions" : "tokens"]: all, next: null });
		}
		if (kind === "users") return respond(200, { user_id: "usr_1", email: "ann@example.com" });
		const isWrite = request.method === "PATCH";
		(isWrite ? service.writes : service.reads).push(id);
		if (service.misbehave(request, response, id)) return;
		if (!tokens.has(id)) return respond(404, { statusCode: 404, error: "Not Found", message: "none" });
		if (isWrite) tokens.set(id, JSON.parse(request.body)[wire]);
		respond(200, holder(wire, id));
	};
	return service;
}

/** Closes the connection without a response. */
export function hangUp(response: ServerResponse): true {
	response.socket?.destroy();
	return true;
}
