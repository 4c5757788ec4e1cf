import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RATE_LIMIT_HEADER, RATE_REMAINING_HEADER, RATE_RESET_HEADER } from "@/lib/contract/error";
import { createRequest, type WholeTemplate } from "../templates/whole-template";
import type { Tally, Terminal } from "../terminal";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { type FaultServer, json, type SeenRequest, startFaultServer } from "../testing/fault-server";
import { runTemplatesCommand, type TemplatesCommand } from "./templates-command";

type Stored = { name: string; [property: string]: unknown };
/** `before`, `after`: the response is a 500 or lost, and the write was not or was carried out. */
export type Fault = { when: "before" | "after"; as: "500" | "lost" } | null;

/** A fake tenant, in which each name exists once, and an empty folder beside it. */
export type FolderTenant = Awaited<ReturnType<typeof startFolderTenant>>;

export async function startFolderTenant(postgres?: string) {
	const service: FaultServer = await startFaultServer();
	const folder = mkdtempSync(join(tmpdir(), "templates-"));
	const stored = new Map<string, Stored>();
	/** "POST A": the writes that were carried out. */
	const written: string[] = [];
	let count = 0;
	const tenant = {
		service,
		folder,
		stored,
		written,
		/** Decides about each request. */
		fault: (_: SeenRequest): Fault => null,
		/** Requests per second; null: any number. */
		limit: null as number | null,
		/** Requests in each second of a clock. */
		perSecond: new Map<number, number>(),
		add(template: WholeTemplate): string {
			count += 1;
			const id = `vct_${String(count).padStart(6, "0")}`;
			stored.set(id, createRequest(template));
			return id;
		},
		change: (id: string, change: Partial<Stored>) => void stored.set(id, { ...stored.get(id), ...change } as Stored),
		idOf: (name: string) => [...stored].find(([, template]) => template.name === name)?.[0] ?? "",
		read: (file: string) => readFileSync(join(folder, file), "utf8"),
		write: (file: string, text: string) => writeFileSync(join(folder, file), text),
		remove: (file: string) => rmSync(join(folder, file)),
		files: () => readdirSync(folder).toSorted(),
		async stop() {
			await clearDashboardState();
			await service.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
	const documentOf = (id: string) => ({ id, custom_certificate_authority: null, ...stored.get(id) });

	function respond({ method, url, body }: SeenRequest): [status: number, body?: unknown] {
		const { pathname, searchParams } = new URL(url, service.address);
		const id = /vct_\w+$/.exec(pathname)?.[0];
		if (!id && method === "GET") {
			const [take, from] = [Number(searchParams.get("take")), Number(searchParams.get("from"))];
			const ids = [...stored.keys()].reverse();
			const next = from + take < ids.length ? String(from + take) : null;
			return [200, { templates: ids.slice(from, from + take).map(documentOf), next }];
		}
		if (id && !stored.has(id)) return [404, { statusCode: 404, message: "Not Found" }];
		if (id && method === "GET") return [200, documentOf(id)];
		if (id && method === "DELETE") {
			written.push(`DELETE ${stored.get(id)?.name}`);
			stored.delete(id);
			return [204];
		}
		const sent = JSON.parse(body);
		const isTaken = [...stored].some(([other, { name }]) => other !== id && name === sent.name);
		if (isTaken) return [409, { statusCode: 409, message: "The name is taken" }];
		count += id ? 0 : 1;
		const target = id ?? `vct_${String(count).padStart(6, "0")}`;
		stored.set(target, { ...stored.get(target), ...sent });
		written.push(`${method} ${stored.get(target)?.name}`);
		return [id ? 200 : 201, documentOf(target)];
	}

	service.handle = (request, response) => {
		if (request.url.includes("/users/")) return json(response, 404, { statusCode: 404, message: "Not Found" });
		const second = Math.floor(Date.now() / 1000);
		const used = (tenant.perSecond.get(second) ?? 0) + 1;
		tenant.perSecond.set(second, used);
		const { limit } = tenant;
		const headers =
			limit === null
				? {}
				: {
						[RATE_LIMIT_HEADER]: String(limit),
						[RATE_REMAINING_HEADER]: String(Math.max(0, limit - used)),
						[RATE_RESET_HEADER]: String(second + 1),
					};
		if (limit !== null && used > limit) return json(response, 429, { statusCode: 429, message: "slow" }, headers);
		const fault = tenant.fault(request);
		const [status, content] = fault?.when === "before" ? [500] : respond(request);
		if (fault?.as === "lost") return void response.destroy();
		if (fault) return json(response, 500, { statusCode: 500, message: "oops" }, headers);
		if (content === undefined) return response.writeHead(status, headers).end();
		json(response, status, content, headers);
	};
	await pointAtService(service.address, postgres);
	return tenant;
}

type Options = Partial<Pick<Terminal, "ask">>;

/** What a command of `npm run templates` prints and returns. */
export async function runCommand(command: TemplatesCommand, { ask = async () => false }: Options = {}) {
	const [lines, progress, tallies]: [string[], string[], Tally[]] = [[], [], []];
	const terminal: Terminal = {
		progress: (words) => void progress.push(words),
		lines: (more) => void lines.push(...more),
		tally: (tally) => void tallies.push(tally),
		ask,
	};
	const result = await runTemplatesCommand(command, terminal);
	const exitCode = "refusal" in result ? 1 : result.exitCode;
	return {
		exitCode,
		result,
		refusal: "refusal" in result ? result.refusal : null,
		output: lines.join("\n"),
		progress,
		tallies,
	};
}
