import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { startEmbeddedTenant } from "@/lib/dashboard/testing/embedded-tenant";
import { startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";
import { userQuery } from "./user-query";
import { searchUsers } from "./users";

afterAll(clearDashboardState);

/** The conditions of a query. */
const conditions = (text: string) => userQuery(text).match(/\w+:(?:\\.|[^\s()])+/gu) ?? [];
const FIELDS = ["name", "given_name", "family_name", "email", "nickname", "username", "phone_number"];

describe("the query for users", () => {
	it("looks for three characters or more anywhere in each value", () => {
		expect(conditions("okafor")).toEqual([...FIELDS.map((field) => `${field}:*okafor*`), "user_id:okafor*"]);
	});

	it("looks for fewer at the beginning of each word, and puts no wildcard before fewer than three", () => {
		const query = conditions("pa");
		for (const condition of ["name:pa*", "name:*\\ pa*", "family_name:*\\-pa*", "email:*.pa*", "email:*@pa*"])
			expect(query).toContain(condition);
		expect(conditions("p").toSorted()).toEqual([...FIELDS, "user_id"].map((field) => `${field}:p*`).toSorted());
		for (const text of ["p", "pa", "é", "李", "李 明", "a b", "🚗"])
			for (const condition of conditions(text)) expect(condition).not.toMatch(/:\*(\\?.){0,2}\*$/u);
	});

	it("wants every word, wherever each is, or the text as one value", () => {
		const [words, whole] = userQuery("okafor, amara").split(") OR name:");
		expect(words?.split(" AND ").map((one) => one.match(/name:\*\w+\*/)?.[0])).toEqual([
			"name:*okafor*",
			"name:*amara*",
		]);
		expect(whole).toMatch(/^\*okafor,\\ amara\* OR /);
	});

	it("escapes every character that the syntax knows, and spells composed letters in both ways", () => {
		expect(conditions('a:(b"*')).toContain('name:*a\\:\\(b\\"\\**');
		expect(conditions("zoë")).toEqual(expect.arrayContaining(["name:*zo\u00eb*", "name:*zoe\u0308*"]));
	});

	it("looks for user names, in which case matters, also in lower case", () => {
		expect(conditions("Amara")).toEqual(expect.arrayContaining(["username:*Amara*", "username:*amara*"]));
		expect(conditions("Amara").filter((condition) => condition.startsWith("name:"))).toEqual(["name:*Amara*"]);
	});

	it("has room in an address, whatever is typed", () => {
		for (const text of ["住".repeat(300), "🚗".repeat(300), "\\".repeat(300), "ab ".repeat(100), "é ".repeat(150)])
			expect(encodeURIComponent(userQuery(text)).length).toBeLessThan(8_000);
	});
});

describe("on the embedded service", () => {
	let tenant: Awaited<ReturnType<typeof startEmbeddedTenant>>;
	beforeAll(async () => {
		tenant = await startEmbeddedTenant();
		await tenant.use();
	});
	afterAll(() => tenant.close());
	const find = async (text: string) => (await searchUsers(text)).users.map(({ name }) => name);

	it.each([
		["park", ["Mina Park"]],
		["PARK mina", ["Mina Park"]],
		["Park, Mina", ["Mina Park"]],
		["ok", ["Amara Okafor"]],
		["okafor", ["Amara Okafor"]],
		["kafo", ["Amara Okafor"]],
		["amara.okafor@EXAMPLE.com", ["Amara Okafor"]],
		["solheim support", ["Dagny Solheim"]],
		["núñez ibáñez", ["José Núñez Ibáñez"]],
		["nu\u0301n\u0303ez", ["José Núñez Ibáñez"]],
		["由紀", ["田中 由紀"]],
		["шев", ["Олена Шевчук"]],
		["حداد", ["ليلى حداد"]],
		["o’neill sam", ["Sam O’Neill-Fitzgerald 🚗"]],
		["2025550143", ["Mina Park"]],
		["+1202", ["Mina Park"]],
		["license", ["Sam O’Neill-Fitzgerald 🚗"]],
		["zzz", []],
		["mina okafor", []],
	])("%j finds %j", async (text, names) => {
		expect(await find(text)).toEqual(names);
	});

	it("finds by the domain of an address, and by the first letter of a family name", async () => {
		expect(await find("example.org")).toContain("Mina Park");
		expect(await find("p")).toEqual(expect.arrayContaining(["Mina Park", "Priya Raman"]));
	});
});

it("finds people of a tenant of the vendor, which refuses a wildcard before fewer than three characters", async () => {
	const { tenant, use, close } = await startRecordedTestTenant();
	await use();
	try {
		const [amara = {}] = tenant.state.users.values();
		Object.assign(amara, { name: "Amara Okafor", username: "AO77" });
		for (const text of ["okafor", "ok", "okafor amara", "kaf", "ao77", "AO77", "example.com"]) {
			const { users } = await searchUsers(text);
			expect(users, text).toMatchObject(text === "ao77" ? [] : [{ name: "Amara Okafor" }]);
		}
		expect(tenant.reads.length).toBeGreaterThan(4);
	} finally {
		await close();
	}
});
