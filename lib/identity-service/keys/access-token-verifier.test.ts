import { afterEach, beforeEach, expect, it } from "vitest";
import { EXPIRED_TOKEN, INVALID_SIGNATURE } from "../keys/access-token";
import { openTestTenant, type TestTenant } from "../testing/test-tenant";
import { rotateSigningKeys } from "./signing-keys";

const HOUR = 3600 * 1000;
let tenant: TestTenant;
let authorization: string;
beforeEach(async () => {
	tenant = await openTestTenant();
	authorization = await tenant.token("management");
	expect(await ask()).toMatchObject({ status: 200 });
});
afterEach(() => tenant.close());

const ask = () => tenant.call("GET", "/clients", { as: authorization });
const answering = (message: string) => ({ status: 401, json: { message } });

it("accepts a token until it expires, and not from then on, however often it was good", async () => {
	tenant.passMilliseconds(HOUR + 4_999);
	expect(await ask()).toMatchObject({ status: 200 });
	tenant.passMilliseconds(1);
	expect(await ask()).toMatchObject(answering(EXPIRED_TOKEN));
	expect(await ask()).toMatchObject(answering(EXPIRED_TOKEN));
});

it("refuses a token that was good once its key is no longer ours", async () => {
	const { database, secrets, now } = tenant.service;
	await rotateSigningKeys({ database, secrets, now });
	await database.deleteFrom("signing_keys").where("sequence", "=", 1).execute();
	tenant.passMilliseconds(HOUR / 2);
	expect(await ask()).toMatchObject(answering(INVALID_SIGNATURE));
});

it("looks its client up each time: when that is gone, the token is good for nothing", async () => {
	await tenant.service.database.deleteFrom("refresh_tokens").execute();
	await tenant.service.database.deleteFrom("clients").execute();
	expect((await ask()).status).toBe(401);
});

it("verifies again when its clock was set back to before the token", async () => {
	tenant.passMilliseconds(-HOUR);
	expect((await ask()).status).toBe(401);
});
