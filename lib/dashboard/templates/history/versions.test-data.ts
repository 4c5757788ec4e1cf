import { afterEach, beforeEach, describe, vi } from "vitest";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import type { Template } from "@/lib/contract/template/template";
import { forgetProcessWideValues } from "@/lib/process/process-wide";
import { heldConfig } from "../../config";
import { dashboardDatabase, heldDatabase } from "../../store/dashboard-database";
import { versionsOfTemplate } from "../../store/template-versions";
import { clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../../testing/fault-server";

const START = Date.parse("2026-03-01T12:00:00Z");
export const DAY_MS = 24 * 3600 * 1000;

export const request = {
	name: "Age",
	type: "mdl",
	dialect: "simplified/1.0",
	presentation: presentationOf({ portrait: true }),
	well_known_trusted_issuers: "aamva",
};

/** The tenant of the tests of versions: other clients change it, and responses are late or lost. */
export const tenant = {
	service: null as unknown as FaultServer,
	/** The templates of the service, oldest first. */
	stored: new Map<string, Template>(),
	/** Called with each request once it was carried out, before its response. */
	during: (_method: string): Promise<void> | void => {},
	loses: { response: false, lookUp: false },
	/** The properties that a list omits. */
	omitted: [] as string[],
};

function startTenant() {
	tenant.service.handle = async ({ method, url, body }, response) => {
		const { pathname, searchParams } = new URL(url, tenant.service.address);
		const id = pathname.split("/templates/")[1] ?? "";
		// As it was when the request came.
		const found = tenant.stored.get(id);
		if (method === "GET") {
			const all = [...tenant.stored.values()];
			await tenant.during(method);
			if (tenant.loses.lookUp) return response.socket?.destroy();
			if (id) return found ? json(response, 200, found) : json(response, 404, { message: "Not found" });
			const [from, take] = [Number(searchParams.get("from") ?? 0), Number(searchParams.get("take") ?? 50)];
			const page = all.slice(from, from + take).map((template) => {
				const shown = Object.entries(template).filter(([name]) => !tenant.omitted.includes(name));
				return Object.fromEntries(shown);
			});
			return json(response, 200, { templates: page, ...(from + take < all.length && { next: String(from + take) }) });
		}
		const sent = body ? JSON.parse(body) : {};
		const key = id || `vct_${tenant.stored.size + 1}`;
		if (method === "POST" && [...tenant.stored.values()].some(({ name }) => name === sent.name)) {
			return json(response, 409, { message: "taken" });
		}
		if (method === "DELETE") tenant.stored.delete(key);
		else tenant.stored.set(key, { ...found, ...sent, id: key });
		const result = tenant.stored.get(key);
		await tenant.during(method);
		if (tenant.loses.response) response.socket?.destroy();
		else json(response, 200, result);
	};
}

export function elsewhere(id: string, change: object) {
	tenant.stored.set(id, { ...tenant.stored.get(id), ...change, id });
}

/** Later than any write that may be in progress. */
export function passTime(milliseconds = 60_000) {
	vi.setSystemTime(Date.now() + milliseconds);
}

/** The versions of a template from the first on: name, origin and author. */
export async function told(id: string): Promise<string[]> {
	return (await versionsOfTemplate(id)).toReversed().map(({ content, origin, author, isGone }) => {
		const who = author ? ` ${author.person}` : "";
		return `${isGone ? "gone" : content.name}: ${origin}${who}`;
	});
}

/** What another instance on the same store knows of what this one has read. */
export function asAnotherInstance() {
	const [database, config] = [heldDatabase.get(), heldConfig.get()];
	forgetProcessWideValues();
	heldDatabase.set(database);
	heldConfig.set(config);
}

/** Runs tests of versions on both engines, each with an empty tenant and store, for an editor. */
export function describeVersions(title: string, guarantees: () => void): void {
	const server = process.env.TEST_DATABASE_URL;
	const onEngine = (postgres?: string) => () => {
		beforeEach(() => start(postgres));
		afterEach(stop);
		guarantees();
	};
	describe(`${title}, in SQLite`, onEngine());
	describe.skipIf(!server)(
		`${title}, in PostgreSQL${server ? "" : ": NOT TESTED, for want of TEST_DATABASE_URL"}`,
		onEngine(server),
	);
}

async function start(postgres: string | undefined): Promise<void> {
	vi.useFakeTimers({ toFake: ["Date"], now: START });
	const service = await startFaultServer();
	Object.assign(tenant, { service, stored: new Map(), during: () => {}, omitted: [] });
	tenant.loses = { response: false, lookUp: false };
	startTenant();
	await pointAtService(service.address, postgres);
	const later = new Date(START + 2000 * DAY_MS).toISOString();
	await (await dashboardDatabase()).updateTable("sessions").set({ expires_at: later }).execute();
	signInAs("editor");
}

async function stop(): Promise<void> {
	vi.useRealTimers();
	await clearDashboardState();
	await tenant.service.close();
}
