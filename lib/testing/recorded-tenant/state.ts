import type { Answer, Body, Call } from "./answer";
import { type Connection, sample, sampleApplications, sampleConnections, sampleGrants } from "./sample";
import { sampleLog } from "./sample-log";
import { sampleSessions, sampleTemplates, sampleTokens, sampleUsers } from "./sample-people";
import type { Switches } from "./switches";

/** What the tenant has stored: writes change it, and tests may. */
export type State = ReturnType<typeof sampleState>;

export type Tenant = { state: State; switches: Switches };

/** One operation of the management interface. */
export type Route = {
	/** The caller needs one of these scopes. */
	scopes: readonly string[];
	/** It needs all of them. */
	needsAll?: true;
	/** Added in the last years: see `Switches`. */
	isNew?: true;
	/** Of the tenant's log: see `Switches`. */
	isOfLog?: true;
	/** The properties that a request may have; left out where it has no body. */
	body?: readonly string[];
	answer: (tenant: Tenant, call: Call) => Answer;
};

/** By method and path, as `GET /clients/{id}`. */
export type Routes = Record<string, Route>;

/** @param audience of the management interface */
export function sampleState(audience: string, consoleScopes: readonly string[]) {
	const byId = (bodies: readonly Body[], name: string) => new Map(bodies.map((body) => [String(body[name]), body]));
	return {
		applications: byId(sampleApplications(), "client_id"),
		grants: byId(sampleGrants(audience, consoleScopes), "id"),
		connections: new Map<string, Connection>(sampleConnections().map((one) => [String(one.body.id), one])),
		users: byId(sampleUsers(), "user_id"),
		sessions: byId(sampleSessions(), "id"),
		tokens: byId(sampleTokens(), "id"),
		templates: byId(sampleTemplates(), "id"),
		/** Blocks after failed sign-ins, by user. */
		blocks: new Map<string, Body[]>([[sample.octavia, [{ identifier: "octavia@example.com", ip: "192.0.2.66" }]]]),
		log: sampleLog(),
		/** How many things were made, for their identifiers. */
		made: 0,
	};
}

/** An identifier with a prefix for what is made. */
export function newId(state: State, prefix: string): string {
	state.made += 1;
	return prefix + String(state.made).padStart(16, "0");
}
