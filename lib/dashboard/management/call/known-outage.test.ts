import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { runRequest } from "@/lib/process/request-context";
import { outcomeOf } from "../../problem/problem-of";
import { requireActionPermission } from "../../session/session";
import { clearDashboardState, pointAtService, signInAs } from "../../testing/dashboard-state";
import { type FaultServer, json, type SeenRequest, startFaultServer } from "../../testing/fault-server";
import { runWithin, waitInVain } from "../../testing/run-within";
import { getTemplate, listTemplates, updateTemplate } from "../templates";
import { tenantHealth, unansweredCallOf } from "./send";

let service: FaultServer;
const answer: FaultServer["handle"] = (_, response) => json(response, 200, { id: "vct_1", name: "A" });

beforeEach(async () => {
	service = await startFaultServer();
	await pointAtService(service.address);
	signInAs("editor");
	service.handle = answer;
	await getTemplate("vct_1");
	service.handle = () => {};
	await waitInVain(() => outcomeOf(getTemplate("vct_1"), "template"));
	expect(tenantHealth().unanswered).toMatch(/^[0-9a-f]{8}$/);
	service.seen.length = 0;
});
afterEach(async () => {
	await clearDashboardState();
	await service.close();
});

const list = () => runRequest(() => outcomeOf(listTemplates(), "template"));
const page = () => runRequest(() => outcomeOf(getTemplate("vct_1"), "template"));
async function timed<Result>(run: () => Promise<Result>): Promise<[Result, number]> {
	const start = performance.now();
	return [await run(), performance.now() - start];
}

describe("while the tenant is known not to answer", () => {
	test("pages say so at once, with the call that was waited for, and their reads go on behind them", async () => {
		const known = tenantHealth().unanswered;
		const [pages, milliseconds] = await timed(() => Promise.all([page(), list(), page()]));
		for (const { problem } of [...pages, await page()]) {
			expect(problem).toMatchObject({ reference: known, down: {}, message: "" });
			expect(problem?.title).toMatch(/did not answer within 10 s$/);
		}
		expect(milliseconds).toBeLessThan(5_000);
		expect(service.seen).toHaveLength(4);
	});

	test("the answer to the read that goes on ends the outage, and the next page is whole", async () => {
		const held = Promise.withResolvers<void>();
		service.handle = async (request, response) => {
			await held.promise;
			answer(request, response);
		};
		expect((await page()).problem?.down).toBeDefined();
		held.resolve();
		await expect.poll(() => tenantHealth().unanswered).toBeNull();
		expect((await page()).value?.name).toBe("A");
	});

	test("a page whose read is answered is whole at once", async () => {
		service.handle = answer;
		expect((await page()).value?.name).toBe("A");
		expect((await page()).value?.name).toBe("A");
	});

	test("an action waits for the tenant, and a write is sent", async () => {
		const held = Promise.withResolvers<void>();
		service.handle = async (request, response) => {
			await held.promise;
			answer(request, response);
		};
		const read = runRequest(async () => {
			await requireActionPermission("changeTemplates");
			return outcomeOf(getTemplate("vct_1"), "template");
		});
		const write = runRequest(() => updateTemplate("vct_1", { name: "A" }));
		await expect.poll(() => service.seen.length).toBe(2);
		// Longer than a page waits.
		await new Promise((resolve) => setTimeout(resolve, 500));
		held.resolve();
		expect((await read).value?.name).toBe("A");
		expect((await write).name).toBe("A");
	});
});

describe("while one operation is not answered", () => {
	const isList = ({ url }: SeenRequest) => !url.includes("/templates/");
	const answerList = (response: ServerResponse) => json(response, 200, { templates: [] });

	test("what others are answered is shown beside what is known of that one", async () => {
		service.handle = (request, response) => {
			if (isList(request)) answerList(response);
		};
		const known = tenantHealth().unanswered;
		const [[one, all], milliseconds] = await timed(() => Promise.all([page(), list()]));
		expect(all.value).toMatchObject({ templates: [] });
		expect(one.problem).toMatchObject({ reference: known, down: {} });
		expect(tenantHealth()).toMatchObject({ unanswered: null, failingSince: null });
		const again = await page();
		expect(again.problem).toMatchObject({ reference: known });
		expect((await list()).value).toBeDefined();
		expect(milliseconds).toBeLessThan(5_000);
	});

	test("is forgotten after a minute, and not noted by a call that was sent before one that was answered", async () => {
		service.handle = (request, response) => {
			if (isList(request)) answerList(response);
		};
		await list();
		expect(unansweredCallOf("get_vc_templates_by_id")).not.toBeNull();
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
		expect(unansweredCallOf("get_vc_templates_by_id")).toBeNull();
		vi.useRealTimers();

		service.handle = () => {};
		const early = runWithin(2_500, () => outcomeOf(getTemplate("vct_1"), "template"));
		await expect.poll(() => service.seen.length).toBe(2);
		service.handle = answer;
		expect((await page()).value?.name).toBe("A");
		expect((await early).problem?.title).toMatch(/did not answer/);
		expect(unansweredCallOf("get_vc_templates_by_id")).toBeNull();
	});

	test("once another is answered, the tenant is waited for, however long it takes", async () => {
		service.handle = async (request, response) => {
			if (!isList(request)) return answer(request, response);
			// Longer than a page waits while the tenant as a whole is known not to answer.
			await new Promise((resolve) => setTimeout(resolve, 800));
			answerList(response);
		};
		const [one, all] = await Promise.all([page(), list()]);
		expect(one.value?.name).toBe("A");
		expect(all.value).toBeDefined();

		service.handle = (request, response) =>
			isList(request) ? json(response, 503, { message: "Down" }) : answer(request, response);
		expect((await list()).problem?.title, "an error of one").toMatch(/\(503\)$/);
		expect((await page()).value?.name, "is not that of another").toBe("A");
	});
});
