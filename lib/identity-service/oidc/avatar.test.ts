import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleServiceRequest } from "../handle-request";
import { ISSUER, startTestService } from "../testing/test-service";
import { pictureOf } from "./account";

const config = { issuer: ISSUER } as Parameters<typeof pictureOf>[0]["config"];
const plain: Parameters<typeof pictureOf>[1] = { picture: null, given_name: null, family_name: null, name: "x" };
const letters = (user: Partial<typeof plain>) =>
	new URL(pictureOf({ config }, { ...plain, ...user })).searchParams.get("letters");

describe("a user's picture", () => {
	it("is the user's own", () => {
		const user = { ...plain, picture: "https://example.com/me.png" };
		expect(pictureOf({ config }, user)).toBe("https://example.com/me.png");
	});

	it.each([
		[{ given_name: "Rita", family_name: "Rook" }, "RR"],
		[{ name: "José Núñez Ibáñez" }, "JN"],
		[{ name: "田中 由紀" }, "田由"],
		[{ name: "n@example.org" }, "N"],
		[{ name: "🚗 <b>" }, "B"],
		[{ name: "…" }, ""],
	])("is made of initials where the user has none: %j", (user, expected) => {
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

	it("is an image that can be cached, and runs no script", async () => {
		const response = await get("?letters=rr");
		expect(response.status).toBe(200);
		expect(response.headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
		expect(response.headers.get("cache-control")).toBe("public, max-age=86400");
		expect(response.headers.get("content-security-policy")).toBe("default-src 'none'");
		expect(await response.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*>RR<\/text><\/svg>$/);
	});

	it.each([
		"",
		"?letters=",
		"?letters=%3Cscript%3Ealert(1)%3C/script%3E",
		`?letters=${"a\u0301".repeat(500)}`,
		"?letters=%FF",
	])("has two letters at most, whatever the query: %s", async (query) => {
		const text = await (await get(query)).text();
		expect(text).toMatch(/>[\p{L}\p{N}\p{M}]{0,10}<\/text><\/svg>$/u);
		expect(text).not.toContain("script");
	});
});
