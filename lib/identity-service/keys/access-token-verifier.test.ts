import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestTenant, type TestTenant } from "../testing/test-tenant";
import { EXPIRED_TOKEN, INVALID_SIGNATURE } from "./access-token";
import { rotateSigningKeys } from "./signing-keys";

const HOUR = 3600 * 1000;
let tenant: TestTenant;
let authorization: string;
beforeEach(async () => {
	tenant = await openTestTenant();
	authorization = await tenant.token("management");
	expect(await request()).toMatchObject({ status: 200 });
});
afterEach(() => tenant.close());

const request = () => tenant.call("GET", "/clients", { as: authorization });
const refused = (message: string) => ({ status: 401, json: { message } });

it("accepts a token until it expires, and not from then on, however often it was accepted", async () => {
	tenant.passMilliseconds(HOUR + 4_999);
	expect(await request()).toMatchObject({ status: 200 });
	tenant.passMilliseconds(1);
	expect(await request()).toMatchObject(refused(EXPIRED_TOKEN));
	expect(await request()).toMatchObject(refused(EXPIRED_TOKEN));
});

it("refuses another token that ends like an accepted one, and still accepts that one", async () => {
	const [header, , signature] = authorization.split(".");
	const [, payload] = (await tenant.token("web_app")).split(".");
	const forged = await tenant.call("GET", "/clients", { as: [header, payload, signature].join(".") });
	expect(forged).toMatchObject(refused(INVALID_SIGNATURE));
	expect(await request()).toMatchObject({ status: 200 });
});

it("refuses an accepted token as soon as its key is no longer ours", async () => {
	const { database, secrets, now } = tenant.service;
	await rotateSigningKeys({ database, secrets, now });
	await database.deleteFrom("signing_keys").where("sequence", "=", 1).execute();
	tenant.passMilliseconds(HOUR / 2);
	expect(await request()).toMatchObject(refused(INVALID_SIGNATURE));
});

it("looks its client up each time: without it, the token is refused", async () => {
	await tenant.service.database.deleteFrom("refresh_tokens").execute();
	await tenant.service.database.deleteFrom("clients").execute();
	expect((await request()).status).toBe(401);
});

it("verifies again when its clock was set back to before the token", async () => {
	tenant.passMilliseconds(-HOUR);
	expect((await request()).status).toBe(401);
});
