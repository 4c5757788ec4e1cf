import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, refusal, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { findAnything } from "./find";

type User = { user_id: string; email: string; name?: string };
let users: User[];
/** By path, without the query: the response body. */
let responses: Record<string, unknown>;
let service: FaultServer;

const mina = { user_id: "auth0|1", email: "mina@example.org", name: "Mina Park" };
const min = { user_id: "auth0|2", email: "min@example.org", name: "Min Parker" };
const TEMPLATES = "/verifiable-credentials/verification/templates";

beforeAll(() => vi.useFakeTimers({ toFake: ["Date"] }));
beforeEach(async () => {
	// Names are cached for a minute: each test requests its own.
	vi.setSystemTime(Date.now() + 120_000);
	users = [mina];
	responses = {
		"/clients": [
			{ client_id: "t3r", name: "Counter Terminal" },
			{ client_id: "sh0p", name: "Shop" },
		],
		[TEMPLATES]: { templates: [{ id: "vct_1", name: "Parking", presentation: {} }] },
	};
	service = await startFaultServer();
	service.handle = ({ url }, response) => {
		const path = url.replace("/api/v2", "").split("?")[0] ?? "";
		if (path === "/users") return json(response, 200, { users, total: users.length });
		if (responses[path]) json(response, 200, responses[path]);
		else json(response, 404, refusal(404));
	};
	await pointAtService(service.address);
	signInAs("viewer");
});
afterAll(async () => {
	vi.useRealTimers();
	await clearDashboardState();
});

const find = (text: string) => findAnything(text, "admin");

it.each([
	["mina", "/users/auth0%7C1"],
	["mina@example.org", "/users/auth0%7C1"],
	["auth0|1", "/users/auth0%7C1"],
	["dcr_oYiXqp0fDdHjPzOV", "/refresh-tokens/dcr_oYiXqp0fDdHjPzOV"],
	["vct_1234567890123456", "/templates/vct_1234567890123456"],
])("%j leads to the one place that it means", async (text, place) => {
	expect(await find(text)).toEqual({ place });
});

it("an address that is a user's leads there, whoever else has it within theirs", async () => {
	users = [{ ...min, email: "xmina@example.org" }, mina];
	expect(await find("MINA@example.org")).toEqual({ place: "/users/auth0%7C1" });
});

it("lists people before what only contains the text, where there are several", async () => {
	users = [min, mina];
	expect(await find("mina")).toEqual({ place: "/users/auth0%7C1" });
	const { groups } = await find("min");
	expect(groups?.map(({ title, options }) => [title, options.map(({ text }) => text)])).toEqual([
		["Users", ["min@example.org", "mina@example.org"]],
		["Applications", ["Counter Terminal"]],
	]);
});

it("lists a template beside the only user where both begin with the text, and leads to it where it is alone", async () => {
	expect((await find("park")).groups?.map(({ title }) => title)).toEqual(["Templates", "Users"]);
	users = [];
	expect(await find("park")).toEqual({ place: "/templates/vct_1" });
});

it("leads to a session by its ID, and says so where nothing is found", async () => {
	users = [];
	responses["/sessions/V1StGXR8_Z5jdHi6B-myT"] = { id: "V1StGXR8_Z5jdHi6B-myT" };
	expect(await find("V1StGXR8_Z5jdHi6B-myT")).toEqual({ place: "/sessions/V1StGXR8_Z5jdHi6B-myT" });
	expect(await find("nobody")).toEqual({ groups: [], problem: null, notes: [] });
});
