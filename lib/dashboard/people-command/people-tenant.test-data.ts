import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dashboardConfig, heldConfig } from "../config";
import type { Tally, Terminal } from "../terminal";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { type FaultServer, type Handler, json, type SeenRequest, startFaultServer } from "../testing/fault-server";
import { type PeopleCommand, runPeopleCommand } from "./people-command";

type Person = { user_id: string; email: string; name: string; blocked: boolean; sessions: number; tokens: number } & {
	email_verified?: boolean | undefined;
};

/** A stand-in for a real tenant with users, and an empty folder beside it. */
export type PeopleTenant = Awaited<ReturnType<typeof startPeopleTenant>>;

export async function startPeopleTenant(postgres?: string) {
	const service: FaultServer = await startFaultServer();
	const folder = mkdtempSync(join(tmpdir(), "people-"));
	const users = new Map<string, Person>();
	/** "POST auth0|ann": the writes that were carried out. */
	const written: string[] = [];
	const tenant = {
		service,
		folder,
		users,
		written,
		/** Takes the place of the response, after which it is as if nothing had been sent. @returns whether it did */
		before: (_request: SeenRequest, _response: Parameters<Handler>[1]): boolean => false,
		/** The request is carried out, and its response is lost. */
		loses: (_request: SeenRequest): boolean => false,
		add(name: string, person: Partial<Person> = {}): string {
			const email = `${name}@example.com`;
			const user_id = person.user_id ?? `auth0|${name}`;
			users.set(user_id, { email, name, blocked: false, sessions: 2, tokens: 1, ...person, user_id });
			return email;
		},
		path: (file: string) => join(folder, file),
		list: (...lines: string[]) => writeFileSync(join(folder, "list.txt"), lines.join("\n")),
		read: (file: string) => readFileSync(join(folder, file), "utf8"),
		/** The settings of the console: who is an editor. */
		editors(...editors: string[]) {
			const { tenant: named, ...others } = dashboardConfig();
			heldConfig.set({ ...others, tenant: { ...named, embedded: false }, editors });
		},
		async stop() {
			await clearDashboardState();
			await service.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};

	const bodyOf = ({ sessions, tokens, ...user }: Person) => ({ email_verified: true, ...user });
	const listOf = (name: string, length: number) => ({
		[name]: Array.from({ length }, (_, index) => ({ id: `${name}_${index}` })),
	});
	function respond({ method, url, body }: SeenRequest): [status: number, body?: unknown] {
		const { pathname, searchParams } = new URL(url, service.address);
		if (pathname.endsWith("/users-by-email"))
			return [200, [...users.values()].filter(({ email }) => email === searchParams.get("email")).map(bodyOf)];
		const [, id = "", part] = /\/users\/([^/]+)(?:\/(.+))?$/.exec(decodeURIComponent(pathname)) ?? [];
		const user = users.get(id);
		if (!user) return [404, { statusCode: 404, message: "The user does not exist." }];
		if (method === "GET" && !part) return [200, bodyOf(user)];
		if (method === "GET" && part === "sessions") return [200, listOf("sessions", user.sessions)];
		if (method === "GET") return [200, listOf("tokens", user.tokens)];
		written.push(`${method} ${id}`);
		const sent = JSON.parse(body || "{}");
		if (method === "PATCH") {
			user.blocked = sent.blocked;
			return [200, bodyOf(user)];
		}
		if (part !== "refresh-tokens") user.sessions = 0;
		if (part === "sessions") return [204];
		if (!sent.preserve_refresh_tokens) user.tokens = 0;
		return [204];
	}
	service.handle = (request, response) => {
		if (tenant.before(request, response)) return;
		const [status, content] = respond(request);
		if (tenant.loses(request)) response.destroy();
		else if (content === undefined) response.writeHead(status).end();
		else json(response, status, content);
	};
	await pointAtService(service.address, postgres);
	tenant.editors("auth0|operator");
	return tenant;
}

type Options = Partial<Pick<Terminal, "ask" | "tally">> & { stop?: AbortSignal; editorsHere?: string[] | null };

/** What a command of `npm run people` prints and returns. */
export async function runCommand(command: PeopleCommand, options: Options = {}) {
	const { ask = async () => false, stop = new AbortController().signal, editorsHere = null } = options;
	const [lines, progress, tallies]: [string[], string[], Tally[]] = [[], [], []];
	const terminal: Terminal = {
		progress: (words) => void progress.push(words),
		lines: (more) => void lines.push(...more),
		tally: options.tally ?? ((tally) => void tallies.push({ ...tally })),
		ask,
	};
	const result = await runPeopleCommand(command, terminal, { stop, editorsHere });
	const refusal = "refusal" in result ? result.refusal : null;
	const exitCode = "refusal" in result ? 1 : result.exitCode;
	return { exitCode, result, refusal, output: lines.join("\n"), progress, tallies };
}
