import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dashboardConfig } from "../config";
import { problemOf } from "../problem/problem-of";
import { readAllTemplates } from "../templates/template-access";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../testing/fault-server";
import { clientNames } from "./applications/client-names";
import { reachOf } from "./applications/protection";
import { findLike, listApplications } from "./applications/read-applications";
import { ManagementError } from "./call/errors";
import { listConnections } from "./identity-providers/read-connections";
import { readCheckpointList } from "./list-pages";
import { listApplicationRefreshTokens, listUserRefreshTokens } from "./refresh-tokens";
import { listUserSessions } from "./sessions";
import { createTemplate, listTemplates } from "./templates";
import { listUsers } from "./users";

const KB = 1024;
const LARGE = 200 * KB;
/** More than is read at once. */
const TOO_LARGE = 1100 * KB;

let service: FaultServer;
/** The size of each item that the tenant lists. */
let sizes: number[] = [];

/** The items as any of the lists has them. */
const itemOf = (index: number) => ({
	id: `id_${index}`,
	name: `n${index}`,
	client_id: `id_${index}`,
	user_id: `id_${index}`,
	strategy: "samlp",
	audience: dashboardConfig().management.audience,
	scope: ["read:clients"],
	padding: "p".repeat(sizes[index] ?? 0),
});

/** The name of the list in the response at an address. */
function listAt(url: string): string {
	const [path = ""] = url.split("?");
	const name = path.slice(path.lastIndexOf("/") + 1).replaceAll("-", "_");
	return name === "refresh_tokens" && path.includes("/users/") ? "tokens" : name;
}

beforeEach(async () => {
	service = await startFaultServer();
	service.handle = ({ url }, response) => {
		const query = new URL(url, "http://tenant").searchParams;
		const number = (name: string, usual: number) => Number(query.get(name) ?? usual);
		const isNumbered = query.has("per_page");
		const size = isNumbered ? number("per_page", 50) : number("take", 50);
		const first = isNumbered ? number("page", 0) * size : number("from", 0);
		const indexes = sizes.map((_, index) => index).slice(first, first + size);
		const items = indexes.map(itemOf);
		const next = first + size < sizes.length ? String(first + size) : null;
		json(response, 200, { [listAt(url)]: items, ...(isNumbered ? { total: sizes.length } : { next }) });
	};
	await pointAtService(service.address);
	signInAs("editor");
});

afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

const allIds = () => sizes.map((_, index) => `id_${index}`);

type Checkpoint = (from?: string) => Promise<{ items: readonly { id: string }[]; next: string | null }>;
const checkpointLists: Record<string, Checkpoint> = {
	templates: async (from) => {
		const { templates, next } = await listTemplates(from, 100);
		return { items: templates, next };
	},
	sessions: (from) => listUserSessions("u", from),
	"refresh tokens": (from) => listUserRefreshTokens("u", from, true),
	"refresh tokens of an application": (from) => listApplicationRefreshTokens("u", "c", from),
};

type Numbered = (page: number) => Promise<{ ids: string[]; total: number | null; unread: number }>;
const numberedLists: Record<string, Numbered> = {
	applications: async (page) => {
		const { applications, ...others } = await listApplications(page);
		return { ids: applications.map(({ client_id }) => client_id), ...others };
	},
	"identity providers": async (page) => {
		const { connections, unread } = await listConnections(page);
		return { ids: connections.map(({ id }) => id), total: sizes.length, unread };
	},
	users: async (page) => {
		const { users, ...others } = await listUsers({ page });
		return { ids: users.map(({ user_id }) => user_id), ...others };
	},
};

describe.each(Object.entries(checkpointLists))("a list of %s whose response is too large", (what, read) => {
	test("is read with fewer items a page: each once, in its order", async () => {
		sizes = [...Array(6).fill(LARGE), ...Array(60).fill(100), 900 * KB, 900 * KB, ...Array(60).fill(20 * KB)];
		const { items, hasMore } = await readCheckpointList(read, Number.POSITIVE_INFINITY);
		expect([items.map(({ id }) => id), hasMore]).toEqual([allIds(), false]);
	});

	test("goes up to an item that is too large alone, and names it", async () => {
		sizes = [100, 100, 100, TOO_LARGE, 100];
		const page = await read();
		expect(page.items.map(({ id }) => id)).toEqual(["id_0", "id_1", "id_2"]);
		const error = await read(page.next ?? undefined).catch((cause: unknown) => cause);
		expect(problemOf(error, "user")).toMatchObject({
			title: `One ${what.replace(/s( of.*)?$/, "")} is too large`,
			message: expect.stringContaining("follows the checkpoint 3"),
		});
		const some = await readCheckpointList(read, 5);
		expect([some.items.length, some.hasMore]).toEqual([3, true]);
		await expect(readCheckpointList(read, Number.POSITIVE_INFINITY)).rejects.toThrow(ManagementError);
	});

	test("is asked for with as many items as before once they are small again", async () => {
		sizes = [...Array(6).fill(LARGE), ...Array(300).fill(100)];
		await readCheckpointList(read, Number.POSITIVE_INFINITY);
		service.seen.length = 0;
		const { items } = await read("100");
		expect(service.seen).toHaveLength(1);
		expect(items.length).toBeGreaterThanOrEqual(50);
	});
});

describe.each(Object.entries(numberedLists))("a page of %s whose response is too large", (_, read) => {
	test("is made of smaller ones: each item once, in its order, with the number of all", async () => {
		sizes = [...Array(6).fill(LARGE), ...Array(120).fill(100), 900 * KB, 900 * KB, ...Array(70).fill(100)];
		const pages = [await read(0), await read(1), await read(2), await read(3)];
		expect(pages.flatMap(({ ids }) => ids)).toEqual(allIds());
		expect(pages[0]).toMatchObject({ total: sizes.length, unread: 0 });
	});

	test("lacks an item alone that is too large, and says so", async () => {
		sizes = [100, 100, TOO_LARGE, 100, 100];
		expect(await read(0)).toMatchObject({ ids: ["id_0", "id_1", "id_3", "id_4"], unread: 1 });
	});
});

test("a page that is made of smaller ones has no more items than were asked for, and says where it has fewer", async () => {
	sizes = [...Array(6).fill(LARGE), ...Array(300).fill(100)];
	const many = await listTemplates(undefined, 100);
	expect(many.templates.length).toBeLessThanOrEqual(100);
	expect(many).toMatchObject({ next: String(many.templates.length), isPart: many.templates.length < 100 });
	sizes = Array(30).fill(900 * KB);
	const few = await listTemplates(undefined, 30);
	expect(few).toMatchObject({ next: String(few.templates.length), isPart: true });
	expect(few.templates.length).toBeGreaterThan(0);
});

test("six templates of 200 KB are read whole, as downloads and imports read them", async () => {
	sizes = Array(6).fill(LARGE);
	service.handle = ((list) => (request, response) => {
		const [, id] = /templates\/(\w+)/.exec(request.url) ?? [];
		if (id === undefined) list(request, response);
		else json(response, 200, itemOf(Number(id.slice("id_".length))));
	})(service.handle);
	const stored = await readAllTemplates(
		(call) => call(),
		() => {},
	);
	expect(stored.map(({ id }) => id)).toEqual(allIds());
});

test("a create whose response was lost is found among large templates", async () => {
	sizes = Array(30).fill(LARGE);
	service.handle = ((list) => (request, response) => {
		if (request.method === "POST") response.socket?.destroy();
		else list(request, response);
	})(service.handle);
	const presentation = { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true } } };
	const body = {
		name: "n7",
		type: "mdl",
		dialect: "simplified/1.0",
		presentation,
		well_known_trusted_issuers: "aamva",
	};
	await expect(createTemplate(body)).resolves.toMatchObject({ id: "id_7" });
});

test("names of applications are those that could be read, and what is like a request is not known without the others", async () => {
	sizes = [100, TOO_LARGE, 100];
	expect([...(await clientNames()).keys()]).toEqual(["id_0", "id_2"]);
	expect(await findLike({ name: "n0" })).toBeUndefined();
});

test("an application with a grant that is too large to be read is protected", async () => {
	sizes = [100, TOO_LARGE];
	await expect(reachOf({ client_id: "c", global: false })).rejects.toThrow("too-large");
});
