import { NextRequest } from "next/server";
import { encode } from "next-auth/jwt";
import { afterEach, beforeEach, expect, test } from "vitest";
import { heldConfig } from "../config";
import { clearDashboardState, pointAtService } from "../testing/dashboard-state";
import { secretOfSignIn } from "./next-auth";

const OLD = "s".repeat(32);
const NEW = "n".repeat(32);
const COOKIE = "console.state.3000";

beforeEach(async () => {
	await pointAtService("http://127.0.0.1:9");
	heldConfig.set({ ...heldConfig.get(), sessionSecret: NEW, previousSessionSecret: OLD });
});
afterEach(clearDashboardState);

async function callback(secret: string): Promise<NextRequest> {
	const value = await encode({ token: { value: "state" }, secret, salt: COOKIE });
	return new NextRequest("http://localhost:3000/api/auth/callback/identity-service", {
		headers: { cookie: `${COOKIE}=${value}` },
	});
}

test("a sign-in is completed under the secret that it was begun with, by an instance that has both", async () => {
	for (const secret of [OLD, NEW]) expect(await secretOfSignIn(await callback(secret))).toBe(secret);
});

test("a new sign-in, or one whose cookie is of another console, is under the secret of the store", async () => {
	expect(await secretOfSignIn(new NextRequest("http://localhost:3000/sign-in"))).toBe(OLD);
	expect(await secretOfSignIn(await callback("x".repeat(32)))).toBe(OLD);
});
