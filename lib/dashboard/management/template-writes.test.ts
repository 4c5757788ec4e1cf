import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { problemOf } from "../problem/problem-of";
import { dashboardDatabase } from "../store/dashboard-database";
import { clearDashboardState, pointAtService, signInAs } from "../testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "../testing/fault-server";
import type { ManagementError } from "./call/errors";
import { createTemplate, deleteTemplate, updateTemplate } from "./templates";

const request = {
	name: "n",
	type: "mdl",
	dialect: "simplified/1.0",
	presentation: { "org.iso.18013.5.1.mDL": { "org.iso.18013.5.1": { portrait: true } } },
	well_known_trusted_issuers: "aamva",
};

let service: FaultServer;
/** The templates of the service. */
let stored: Map<string, Record<string, unknown>>;
let mode: { write: "done" | "ignored"; response: "sent" | "lost"; read: "sent" | "lost" };

beforeEach(async () => {
	stored = new Map();
	mode = { write: "done", response: "lost", read: "sent" };
	service = await startFaultServer();
	service.handle = ({ method, url, body }, response) => {
		const id = url.split("?")[0]?.split("/templates/")[1] ?? "";
		if (method === "GET") {
			if (mode.read === "lost") return response.socket?.destroy();
			if (!id) return json(response, 200, { templates: [...stored.values()] });
			return stored.has(id) ? json(response, 200, stored.get(id)) : json(response, 404, { message: "Not found" });
		}
		const sent = body ? JSON.parse(body) : {};
		const isTaken = [...stored.values()].some(({ name }) => name === sent.name);
		if (method === "POST" && isTaken) return json(response, 409, { message: "Template (name) already exists." });
		const key = id || `vct_${stored.size + 1}`;
		if (mode.write === "done" && method === "DELETE") stored.delete(key);
		else if (mode.write === "done") stored.set(key, { ...stored.get(key), ...sent, id: key });
		if (mode.response === "lost") response.socket?.destroy();
		else json(response, 200, stored.get(key));
	};
	await pointAtService(service.address);
	signInAs("editor");
});

afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

const writes = () => service.seen.filter(({ method }) => method !== "GET").length;

async function failure(call: Promise<unknown>): Promise<ManagementError> {
	return call.then(
		() => Promise.reject(new Error("the call succeeded")),
		(error) => error,
	);
}

describe("a create whose response is lost", () => {
	test("is found by its name and reported as created", async () => {
		expect((await createTemplate(request)).id).toBe("vct_1");
		expect([writes(), stored.size]).toEqual([1, 1]);
	});

	test("is reported as not carried out where it never arrived", async () => {
		mode.write = "ignored";
		const error = await failure(createTemplate(request));
		expect(error).toMatchObject({ outcomeUnknown: false, lookedUp: true });
		const { title, message } = problemOf(error, "template");
		expect([title, message]).toEqual(["Not carried out", expect.stringContaining("“n” was not created")]);
		expect(writes()).toBe(1);
	});

	test("does not mistake another client's template of that name for its own", async () => {
		stored.set("vct_9", { id: "vct_9", ...request, type: "other" });
		mode.write = "ignored";
		service.handle = (
			(handle) => (seen, response) =>
				seen.method === "POST" ? response.socket?.destroy() : handle(seen, response)
		)(service.handle);
		expect(await failure(createTemplate(request))).toMatchObject({ kind: "conflict" });
	});

	test("stays unknown where the look-up fails, and the next attempt finds it instead of creating a second one", async () => {
		mode.read = "lost";
		const error = await failure(createTemplate(request));
		expect(error).toMatchObject({ outcomeUnknown: true });
		expect(problemOf(error, "template")).toMatchObject({
			message: "We can't tell whether “n” was created. Look in Templates, or try again: it won't be created twice.",
			link: { href: "/templates?q=n", text: "Look in Templates" },
		});
		mode.read = "sent";
		expect((await createTemplate(request)).id).toBe("vct_1");
		expect(stored.size).toBe(1);
	});

	test.each([
		["HTML", (response: ServerResponse) => response.writeHead(201).end("<html>"), "The response was not understood"],
		["a redirect", (response: ServerResponse) => response.writeHead(303, { location: "/x" }).end(), "with a redirect"],
	])(
		"is looked up where %s was received instead, which is reported where nothing was done",
		async (_, respond, words) => {
			const { handle } = service;
			service.handle = (seen, response) => (seen.method === "POST" ? respond(response) : handle(seen, response));
			const error = await failure(createTemplate(request));
			expect(error).toMatchObject({ outcomeUnknown: false, lookedUp: true });
			expect(problemOf(error, "template").message).toContain(words);
			stored.set("vct_1", { id: "vct_1", ...request });
			expect((await createTemplate(request)).id).toBe("vct_1");
			expect(writes()).toBe(2);
		},
	);

	describe("and a store that can't record it", () => {
		const breakNotes = async () => {
			await (await dashboardDatabase()).schema.alterTable("unconfirmed_creates").renameTo("elsewhere").execute();
		};

		test("never turn a found template into a failure", async () => {
			await breakNotes();
			expect((await createTemplate(request)).id).toBe("vct_1");
		});

		test("never turn a conflict into anything else", async () => {
			stored.set("vct_9", { id: "vct_9", ...request });
			await breakNotes();
			const error = await failure(createTemplate(request));
			expect(problemOf(error, "template").title).toBe("A template with this name already exists");
		});

		test("never turn an unknown outcome into anything else", async () => {
			mode.read = "lost";
			await breakNotes();
			expect(problemOf(await failure(createTemplate(request)), "template").title).toBe("Not confirmed");
		});
	});

	test("of a name that was in use before stays a conflict", async () => {
		stored.set("vct_9", { id: "vct_9", ...request });
		expect(await failure(createTemplate(request))).toMatchObject({ kind: "conflict" });
	});
});

describe("an update whose response is lost", () => {
	beforeEach(() => stored.set("vct_1", { id: "vct_1", ...request }));

	test("is reported as saved where the template has it now", async () => {
		expect((await updateTemplate("vct_1", { name: "m" })).name).toBe("m");
		expect(writes()).toBe(1);
	});

	test("is reported as not carried out where the template is unchanged", async () => {
		mode.write = "ignored";
		expect(await failure(updateTemplate("vct_1", { name: "m" }))).toMatchObject({ lookedUp: true });
	});

	test("stays unknown where reading again fails", async () => {
		mode.read = "lost";
		const error = await failure(updateTemplate("vct_1", { name: "m" }));
		expect(problemOf(error, "template").title).toBe("Not confirmed");
	});
});

describe("a deletion whose response is lost", () => {
	beforeEach(() => stored.set("vct_1", { id: "vct_1", ...request }));

	test("is reported as done where the template no longer exists", async () => {
		await deleteTemplate("vct_1");
		expect(writes()).toBe(1);
	});

	test("is reported as not carried out where the template still exists", async () => {
		mode.write = "ignored";
		expect(await failure(deleteTemplate("vct_1"))).toMatchObject({ outcomeUnknown: false, lookedUp: true });
	});

	test("stays unknown where the look-up fails", async () => {
		mode.read = "lost";
		expect(await failure(deleteTemplate("vct_1"))).toMatchObject({ outcomeUnknown: true });
	});
});

test("creates over a connection that drops every fifth response make as many templates", async () => {
	const count = process.env.LONG ? 1000 : 100;
	let responses = 0;
	const handle = service.handle;
	service.handle = (seen, response) => {
		responses += 1;
		mode.response = responses % 5 === 0 ? "lost" : "sent";
		handle(seen, response);
	};
	for (let index = 0; index < count; index += 1) await createTemplate({ ...request, name: `template ${index}` });
	expect(stored.size).toBe(count);
});
