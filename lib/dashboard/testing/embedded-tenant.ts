import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { forgetService } from "./dashboard-state";
import { pointAtTenant, type TenantSample, type TestTenant } from "./tenant";

/** The sample tenant's other API. */
const ORDERS = "https://api.example.com/orders";
/** A log ID that no entry has. */
const NO_ENTRY = "90020000101000000000000000000000";
const MACHINE = { name: "Another console", app_type: "non_interactive", grant_types: ["client_credentials"] };

type Client = { client_id: string; client_secret: string };
type Item = {
	id: string;
	session_id?: string | null;
	actor?: object | null;
	session_metadata?: object | null;
};
type Listed = Record<string, Item[]>;

/** Starts the service with its sample tenant in a process of its own: the dashboard can use it over HTTP only. */
export async function startEmbeddedTenant(): Promise<TestTenant> {
	const dataDir = mkdtempSync(path.join(tmpdir(), "embedded-tenant-"));
	const script = ["lib/database/testing/child.mjs", "lib/identity-service/testing/serve-tenant.ts", dataDir];
	const child = spawn(process.execPath, ["--import", "./lib/cli/exit-with-parent.mjs", ...script], {
		stdio: ["pipe", "pipe", "inherit", "ipc"],
	});
	child.stdin?.end("go\n");
	const address = await addressOf(child);
	const { clients }: { clients: Record<string, Client> } = JSON.parse(
		readFileSync(path.join(dataDir, "credentials.json"), "utf8"),
	);
	const client = (handle: string) => clients[handle] ?? { client_id: "", client_secret: "" };
	const call = await callerOf(address, client("management"));
	const [own, signIn] = [client("console_management"), client("console_sign_in")];
	// The grant of the console's own client can't be changed: with other scopes another one takes its place.
	const limited = await call<Client>("POST", "/clients", MACHINE);
	const grants = `/client-grants?client_id=${limited.client_id}`;
	const grant = { client_id: client("web_app").client_id, audience: ORDERS, scope: ["read:orders"] };
	await call("POST", "/client-grants", grant);
	const [first, ...others] = await samplesOf(call, client);
	if (!first) throw new Error("The sample tenant has no user with a session and a token in it.");
	const tenant: TestTenant = {
		name: "the embedded service",
		sample: first,
		reset(isUserSpent = false) {
			if (isUserSpent) tenant.sample = others.shift() ?? first;
		},
		async grant(scope) {
			for (const { id } of await call<{ id: string }[]>("GET", grants)) await call("DELETE", `/client-grants/${id}`);
			await call("POST", "/client-grants", { client_id: limited.client_id, audience: `${address}/api/v2/`, scope });
			forgetService();
		},
		async use(scopes) {
			const machine = scopes ? limited : own;
			await pointAtTenant(address, {
				isEmbedded: true,
				machine: { clientId: machine.client_id, clientSecret: machine.client_secret },
				signIn: { clientId: signIn.client_id, clientSecret: signIn.client_secret },
			});
			if (scopes) await tenant.grant(scopes);
		},
		async close() {
			const ended = new Promise((resolve) => child.once("close", resolve));
			child.kill();
			await ended;
			rmSync(dataDir, { recursive: true, force: true });
		},
	};
	return tenant;
}

/** The line of JSON with its address. @throws Error where the process ended before */
async function addressOf(child: ChildProcess): Promise<string> {
	if (!child.stdout) throw new Error("Its output is not read.");
	for await (const line of createInterface(child.stdout)) {
		if (line.startsWith("{")) return JSON.parse(line).address;
	}
	throw new Error("The identity service did not start.");
}

type Caller = <Result = unknown>(method: string, path: string, body?: unknown) => Promise<Result>;

/** Calls the management interface as a client with all scopes. */
async function callerOf(address: string, { client_id, client_secret }: Client): Promise<Caller> {
	const audience = `${address}/api/v2/`;
	const form = new URLSearchParams({ grant_type: "client_credentials", client_id, client_secret, audience });
	const token = await (await fetch(`${address}/oauth/token`, { method: "POST", body: form })).json();
	const headers = { authorization: `Bearer ${token.access_token}`, "content-type": "application/json" };
	return async (method, path, body) => {
		const request = { method, headers, body: body === undefined ? null : JSON.stringify(body) };
		const response = await fetch(`${address}/api/v2${path}`, request);
		const text = await response.text();
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
		return text === "" ? null : JSON.parse(text);
	};
}

/** One sample for each user who has a session with a token in it: Amara, whose session has metadata, first. */
async function samplesOf(call: Caller, client: (handle: string) => Client): Promise<TenantSample[]> {
	const listed = async (address: string, name: string) => (await call<Listed>("GET", address))[name] ?? [];
	const [template, otherTemplate] = await listed("/verifiable-credentials/verification/templates", "templates");
	const [provider] = await listed("/connections?strategy=samlp&include_totals=true", "connections");
	const { users } = await call<{ users: { user_id: string; email: string }[] }>("GET", "/users?include_totals=true");
	const [entry] = await call<{ log_id: string }[]>("GET", "/logs?per_page=1");
	const people = await Promise.all(
		users.map(async ({ user_id, email }) => {
			const path = `/users/${encodeURIComponent(user_id)}`;
			const [sessions, tokens] = await Promise.all([
				listed(`${path}/sessions`, "sessions"),
				listed(`${path}/refresh-tokens`, "tokens"),
			]);
			const own = sessions.filter(({ actor }) => !actor);
			const noted = own.filter(({ session_metadata }) => session_metadata).map(({ id }) => id);
			const inSession = tokens.filter(({ session_id }) => own.some(({ id }) => id === session_id));
			const token = inSession.find(({ session_id = "" }) => noted.includes(session_id ?? "")) ?? inSession[0];
			return { user: user_id, email, sessions, token };
		}),
	);
	const delegated = people.flatMap(({ sessions }) => sessions).find(({ actor }) => actor);
	return people
		.toSorted((one, other) => Number(other.email.startsWith("amara")) - Number(one.email.startsWith("amara")))
		.flatMap(({ user, token }) => (token ? [{ user, token: token.id, session: token.session_id ?? "" }] : []))
		.map((person) => ({
			...person,
			logEntry: entry?.log_id ?? NO_ENTRY,
			delegatedSession: delegated?.id ?? "",
			template: template?.id ?? "",
			otherTemplate: otherTemplate?.id ?? "",
			provider: provider?.id ?? "",
			application: client("web_app").client_id,
			publicApplication: client("single_page_app").client_id,
			keyApplication: client("private_key_machine").client_id,
			powerfulApplication: client("management_not_global").client_id,
			partnerApplication: client("third_party_app").client_id,
			samlApplication: client("saml_app").client_id,
		}));
}
