import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { ISSUER, startTestService } from "../testing/test-service";
import { pictureOf } from "./account";

const config = { issuer: ISSUER } as Parameters<typeof pictureOf>[0]["config"];
const nobody: Parameters<typeof pictureOf>[1] = { picture: null, given_name: null, family_name: null, name: "x" };
const letters = (user: Partial<typeof nobody>) =>
	new URL(pictureOf({ config }, { ...nobody, ...user })).searchParams.get("letters");

describe("somebody's picture", () => {
	it("is the one that they have", () => {
		const user = { ...nobody, picture: "https://example.com/me.png" };
		expect(pictureOf({ config }, user)).toBe("https://example.com/me.png");
	});

	it.each([
		[{ given_name: "Rita", family_name: "Rook" }, "RR"],
		[{ name: "José Núñez Ibáñez" }, "JN"],
		[{ name: "田中 由紀" }, "田由"],
		[{ name: "n@example.org" }, "N"],
		[{ name: "🚗 <b>" }, "B"],
		[{ name: "…" }, ""],
	])("is made of initials where they have none: %j", (user, expected) => {
		expect(letters(user)).toBe(expected);
	});
});

describe("a picture of initials", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService("SQLite");
	});
	afterAll(() => tenant.stop());
	const get = (query: string) => handleServiceRequest(tenant.service, new Request(`${ISSUER}avatar.svg${query}`));

	it("is an image that can be kept, and runs nothing", async () => {
		const answer = await get("?letters=rr");
		expect(answer.status).toBe(200);
		expect(answer.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
		expect(answer.headers.get("cache-control")).toBe("public, max-age=86400");
		expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'");
		expect(await answer.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*>RR<\/text><\/svg>$/);
	});

	it.each([
		"",
		"?letters=",
		"?letters=%3Cscript%3Ealert(1)%3C/script%3E",
		`?letters=${"a\u0301".repeat(500)}`,
		"?letters=%FF",
	])("is of two letters at most, whatever is asked for: %s", async (query) => {
		const text = await (await get(query)).text();
		expect(text).toMatch(/>[\p{L}\p{N}\p{M}]{0,10}<\/text><\/svg>$/u);
		expect(text).not.toContain("script");
	});
});
