import { performance } from "node:perf_hooks";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../../testing/fault-server";
import { listSignInApplications } from "../identity-providers/read-connections";
import { clientNames, partOfClients } from "./client-names";

const COUNT = 1_207;
const idOf = (index: number) => `client-${index}`;
const one = (index: number) => ({ client_id: idOf(index), name: `App ${index}`, app_type: "spa" });

let service: FaultServer;
/** Of the tenant's list: the first that it refuses to show. */
let readable: number;
let seconds: number;

beforeEach(async () => {
	[readable, seconds] = [COUNT, 0];
	const now = performance.now.bind(performance);
	vi.spyOn(performance, "now").mockImplementation(() => now() + seconds * 1_000);
	service = await startFaultServer();
	service.handle = ({ url }, response) => {
		const { pathname, searchParams } = new URL(url, service.address);
		const [, id] = /\/clients\/client-(\d+)$/.exec(pathname) ?? [];
		if (id) return Number(id) < COUNT ? json(response, 200, one(Number(id))) : json(response, 404, { message: "No." });
		const first = Number(searchParams.get("page")) * 100;
		if (first >= readable) {
			const message = "You can only page through the first 1000 records.";
			return json(response, 400, { statusCode: 400, error: "Bad Request", message });
		}
		const clients = Array.from({ length: Math.min(100, COUNT - first) }, (_, index) => one(first + index));
		json(response, 200, searchParams.has("include_totals") ? { clients, total: COUNT } : clients);
	};
	await pointAtService(service.address);
	signInAs("viewer");
});
afterEach(async () => {
	vi.restoreAllMocks();
	await clearDashboardState();
	await service.close();
});

test("more than a thousand applications have names, and are offered to a connection", async () => {
	const names = await clientNames();
	expect([names.size, names.get(idOf(COUNT - 1)), await partOfClients()]).toEqual([COUNT, `App ${COUNT - 1}`, null]);
	const read = await listSignInApplications();
	expect([read?.applications.length, read?.readCount]).toEqual([COUNT, null]);
});

test("where the tenant lists a part, that is said, and the others that a page shows are read by their identifiers", async () => {
	readable = 1_000;
	const shown = [idOf(3), idOf(1_100), idOf(1_100), "client-99999", null, idOf(1_101)];
	const names = await clientNames(shown);
	expect([names.get(idOf(1_100)), names.get(idOf(1_101)), names.has("client-99999")]).toEqual([
		...["App 1100", "App 1101"],
		false,
	]);
	const calls = service.seen.length;
	expect((await clientNames([idOf(1_100)])).get(idOf(1_100))).toBe("App 1100");
	expect(service.seen).toHaveLength(calls);
	expect(await partOfClients()).toBe(1_002);
	const read = await listSignInApplications();
	expect([read?.applications.length, read?.readCount]).toEqual([1_000, 1_000]);
});

test("no more are read by their identifiers for one page than ten", async () => {
	readable = 1_000;
	await clientNames();
	const calls = service.seen.length;
	await clientNames(Array.from({ length: 50 }, (_, index) => idOf(1_000 + index)));
	expect(service.seen.length - calls).toBe(10);
});

test("a list that takes too long is a part", async () => {
	const { handle } = service;
	service.handle = (...call) => {
		seconds += 1;
		handle(...call);
	};
	expect(await partOfClients()).toBe(400);
});

test("where the list can't be read at all, nothing is read by identifiers", async () => {
	readable = 0;
	expect((await clientNames([idOf(1)])).size).toBe(0);
	expect([await partOfClients(), await listSignInApplications()]).toEqual([null, null]);
	expect(service.seen.filter(({ url }) => url.includes("/clients/"))).toEqual([]);
});
