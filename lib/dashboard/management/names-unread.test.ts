import { afterEach, beforeEach, expect, test } from "vitest";
import { processWide } from "@/lib/process/process-wide";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../testing/fault-server";
import { clientNames } from "./applications/client-names";
import { createApplication, deleteApplication, updateApplication } from "./applications/write-applications";
import { noteName, noteOwnedName, seenNames } from "./seen";
import { userLabel } from "./users";

const SHOP = { client_id: "shop", name: "Shop" };
const ID = "auth0|1";

let service: FaultServer;
let stored: Record<string, unknown>;
type Handle = FaultServer["handle"];

const handle: Handle = ({ method, url, body }, response) => {
	if (url.includes("client-grants")) return json(response, 200, []);
	if (url.includes("/users/")) return json(response, 200, { user_id: ID, email: "mina@example.org" });
	if (method === "PATCH") stored = { ...stored, ...JSON.parse(body) };
	if (method === "POST") return json(response, 201, { ...JSON.parse(body), client_id: "new" });
	if (method === "DELETE") return json(response, 204, undefined);
	return json(response, 200, url.includes("/clients/shop") ? stored : [stored]);
};

beforeEach(async () => {
	stored = SHOP;
	service = await startFaultServer();
	service.handle = handle;
	const scope = "read:clients update:clients delete:clients create:clients read:client_grants read:users";
	service.respondWithToken = (_, response) =>
		json(response, 200, { access_token: "token", token_type: "Bearer", expires_in: 3600, scope });
	await pointAtService(service.address);
	signInAs("editor");
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

const names = async () => [...(await clientNames())];

test.each<[string, Handle]>([
	["has a fault", (_, response) => json(response, 500, { statusCode: 500, message: "no" })],
	["refuses", (_, response) => json(response, 403, { statusCode: 403, message: "no", errorCode: "access_denied" })],
	[
		"limits the rate",
		(_, response) => {
			response.setHeader("x-ratelimit-reset", String(Math.ceil(Date.now() / 1000) + 60));
			json(response, 429, { statusCode: 429, message: "no" });
		},
	],
	["breaks off", (_, response) => void response.destroy()],
])(
	"a name that can't be read, as the tenant %s, is neither cached nor noted, and read again next time",
	async (_, fail) => {
		service.handle = fail;
		expect(await names()).toEqual([]);
		expect(await userLabel(ID)).toBe(ID);
		noteOwnedName("dcr_1", "Storefront", ID);
		expect([...(await seenNames())]).toEqual([]);
		service.handle = handle;
		// The limit is over.
		processWide("rate-limiters", () => null).forget();
		expect(await names()).toEqual([["shop", "Shop"]]);
		expect(await userLabel(ID)).toBe("mina@example.org");
		noteOwnedName("dcr_1", "Storefront", ID);
		expect((await seenNames()).get("dcr_1")).toBe("Storefront of mina@example.org");
	},
);

test("what could be read before a page failed is shown, and not cached", async () => {
	const many = Array.from({ length: 100 }, (_, index) => ({ client_id: `c_${index}`, name: `C ${index}` }));
	service.handle = ({ url }, response) =>
		url.includes("page=0") ? json(response, 200, many) : json(response, 500, { statusCode: 500, message: "no" });
	expect(await names()).toHaveLength(100);
	service.handle = ({ url }, response) => json(response, 200, url.includes("page=0") ? many : [SHOP]);
	expect(await names()).toHaveLength(101);
});

test.each<[string, (service: FaultServer) => Promise<unknown>]>([
	["renames one", () => updateApplication(SHOP, { name: "Store" })],
	[
		"renames one without a known outcome",
		(service) => {
			const open = service.handle;
			service.handle = (request, response) => {
				if (request.method !== "PATCH" && !request.url.includes("/clients/shop")) return open(request, response);
				if (request.method === "PATCH") stored = { ...stored, ...JSON.parse(request.body) };
				response.destroy();
			};
			return updateApplication(SHOP, { name: "Store" }).catch((error: unknown) => {
				expect(error).toMatchObject({ outcomeUnknown: true });
				service.handle = handle;
			});
		},
	],
])("a list of names that is read while a write %s does not outlive the write", async (_, write) => {
	// Other reads of the list arrive before the write is sent, and after it.
	service.handle = async (request, response) => {
		if (request.method === "PATCH") expect(await names()).toEqual([["shop", "Shop"]]);
		return handle(request, response);
	};
	await write(service);
	expect(await names()).toEqual([["shop", "Store"]]);
});

test("a list of names that is on its way when a write ends is not cached", async () => {
	const { promise: isWritten, resolve: written } = Promise.withResolvers<void>();
	const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
	service.handle = async (request, response) => {
		if (!request.url.includes("/clients?")) return handle(request, response);
		const found = JSON.stringify([stored]);
		read();
		await isWritten;
		json(response, 200, JSON.parse(found));
	};
	const early = names();
	await isRead;
	await updateApplication(SHOP, { name: "Store" });
	written();
	expect(await early).toEqual([["shop", "Shop"]]);
	service.handle = handle;
	expect(await names()).toEqual([["shop", "Store"]]);
	expect((await seenNames()).get("shop")).toBe("Store");
});

test("an application that is created or deleted appears in the names, or disappears, at once", async () => {
	expect(await names()).toEqual([["shop", "Shop"]]);
	await createApplication({ name: "New", app_type: "regular_web" });
	stored = { ...SHOP, name: "Second" };
	expect(await names()).toEqual([["shop", "Second"]]);
	await deleteApplication("shop");
	stored = { ...SHOP, name: "Third" };
	expect(await names()).toEqual([["shop", "Third"]]);
});

test("very many names of applications do not take the place of others", async () => {
	noteName("vct_1", "Age check");
	const read = Array.from({ length: 100 }, (_, page) =>
		Array.from({ length: 100 }, (_, index) => ({ client_id: `c-${page}-${index}`, name: `App ${page} ${index}` })),
	);
	for (const { client_id, name } of [...read.flat(), ...read.flat()]) noteName(client_id, name);
	expect((await seenNames()).get("vct_1")).toBe("Age check");
	for (let index = 0; index < 20_000; index += 1) noteName(`other-${index}`, "Other");
	expect((await seenNames()).size).toBe(20_000);
});
