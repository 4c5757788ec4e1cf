import { afterAll, beforeAll, expect, it } from "vitest";
import { type TemplatePage, templatePage } from "@/lib/contract/template/template";
import { TEMPLATES, templateCalls } from "../testing/template-calls";
import { describeOnEachEngine, type TestTenant } from "../testing/test-tenant";

describeOnEachEngine("the list of templates", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());
	const { created } = templateCalls(() => tenant);

	async function walk(take: number): Promise<string[]> {
		const ids: string[] = [];
		let from = "";
		do {
			const response = await tenant.call("GET", `${TEMPLATES}?take=${take}${from}`);
			expect(Object.keys(response.json as object)).toEqual(["templates", "next"]);
			const page: TemplatePage = templatePage.parse(response.json);
			ids.push(...page.templates.map(({ id }) => id));
			from = page.next ? `&from=${encodeURIComponent(page.next)}` : "";
		} while (from !== "");
		return ids;
	}

	it("has the newest first, each once, page by page", async () => {
		const made: string[] = [];
		for (let index = 0; index < 5; index += 1) {
			tenant.passMilliseconds(1);
			made.unshift((await created()).id);
		}
		const all = await walk(100);
		expect(all.slice(0, 5)).toEqual(made);
		expect(new Set(all).size).toBe(all.length);
		for (const take of [1, 3]) expect(await walk(take)).toEqual(all);
	});

	it("is consistent when templates are created or deleted between two pages", async () => {
		const all = await walk(100);
		const first = templatePage.parse((await tenant.call("GET", `${TEMPLATES}?take=2`)).json);
		tenant.passMilliseconds(1);
		await created();
		await tenant.call("DELETE", `${TEMPLATES}/${all[1]}`);
		const second = await tenant.call("GET", `${TEMPLATES}?take=2&from=${first.next}`);
		expect(templatePage.parse(second.json).templates.map(({ id }) => id)).toEqual(all.slice(2, 4));
	});

	it("has the three templates of the sample tenant, one with a false, one with age_over_21", async () => {
		const page = templatePage.parse((await tenant.call("GET", `${TEMPLATES}?take=100`)).json);
		const sample = page.templates.slice(-3).map(({ presentation }) => JSON.stringify(presentation));
		expect(sample.some((text) => text.includes("false"))).toBe(true);
		expect(sample.some((text) => text.includes("age_over_21"))).toBe(true);
	});

	it.each([
		["take=0", "'Value 0 is less than minimum 1' on property take."],
		["take=101", "'Value 101 is greater than maximum 100' on property take."],
		["take=x", "'Expected type integer but found type string' on property take."],
		["take=", "'Expected type integer but found type string' on property take."],
		["take=1.5", "'Expected type integer but found type string' on property take."],
		["take=1&take=2", "'Expected type integer but found type array' on property take."],
		["page=1", "'Additional properties not allowed: page'."],
	])("refuses %s", async (query, text) => {
		expect((await tenant.call("GET", `${TEMPLATES}?${query}`)).json).toMatchObject({
			statusCode: 400,
			message: `Query validation error: ${text}`,
			errorCode: "invalid_query_string",
		});
	});

	it("refuses a checkpoint that was tampered with, made up, of another list, or is a day old", async () => {
		const { next } = templatePage.parse((await tenant.call("GET", `${TEMPLATES}?take=1`)).json);
		const [content = "", signature = ""] = String(next).split(".");
		const forged = Buffer.from(JSON.stringify([tenant.service.now().getTime(), "2999", "vct_1"])).toString("base64url");
		const refused = {
			statusCode: 400,
			error: "Bad Request",
			message:
				"The checkpoint ID provided in the 'from' parameter has expired or is invalid, please remove the checkpoint ID and try again",
			errorCode: "invalid_query_string",
		};
		const bad = [
			"",
			".",
			"x",
			content,
			`${content}.`,
			`.${signature}`,
			`${forged}.${signature}`,
			`${next}.x`,
			`${next}x`,
		];
		for (const from of [...bad, "vct_0000000000000000", "' or 1=1 --", "\0", "é"]) {
			const response = await tenant.call("GET", `${TEMPLATES}?from=${encodeURIComponent(from)}`);
			expect(response.json, from).toEqual(refused);
		}
		tenant.passMilliseconds(24 * 3_600_000);
		expect((await tenant.call("GET", `${TEMPLATES}?from=${next}`)).status).toBe(200);
		tenant.passMilliseconds(1);
		expect((await tenant.call("GET", `${TEMPLATES}?from=${next}`)).json).toEqual(refused);
	});
});
