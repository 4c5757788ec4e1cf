import { afterEach, beforeEach, expect, test } from "vitest";
import { dashboardConfig, heldConfig } from "../config";
import { FOR_PROGRAMS, workingToken } from "../console-tokens/admit-token";
import { newToken } from "../console-tokens/console-token.test-data";
import { dashboardDatabase } from "../store/dashboard-database";
import { clearDashboardState, signInAs } from "../testing/dashboard-state";
import { type SignInProvider, startSignInProvider } from "./sign-in-provider.test-data";

let provider: SignInProvider;
let token: string;
beforeEach(async () => {
	provider = await startSignInProvider();
	signInAs("editor");
	token = await newToken("SIEM");
	const maker = { made_by: "auth0|1", maker_email: "lead@acme.example", maker_email_verified: 1 };
	await (await dashboardDatabase()).updateTable("console_tokens").set(maker).execute();
	heldConfig.set({ ...dashboardConfig(), editors: ["lead@acme.example", "next@acme.example"] });
});
afterEach(async () => {
	await clearDashboardState();
	await provider.service.close();
});

const signIn = async (email: string, email_verified = true, sub = "auth0|1") =>
	(await provider.signIn({ claims: { sub, email, email_verified } })).session !== null;
const works = async () => (await workingToken(`Bearer ${token}`, FOR_PROGRAMS)) !== null;

test("a token ends with the address of its maker, also where the sign-in that says so is refused", async () => {
	expect(await works()).toBe(true);
	expect(await signIn("other@acme.example")).toBe(false);
	expect(await works()).toBe(false);
	// The address is another user's now.
	expect(await signIn("lead@acme.example", true, "auth0|2")).toBe(true);
	expect(await works()).toBe(false);
});

test("an address that is not verified any more counts no longer", async () => {
	expect(await signIn("lead@acme.example", false)).toBe(false);
	expect(await works()).toBe(false);
});

test("a maker who is named by a new address keeps the token", async () => {
	heldConfig.set({ ...dashboardConfig(), editors: ["next@acme.example"] });
	expect(await works()).toBe(false);
	expect(await signIn("next@acme.example")).toBe(true);
	expect(await works()).toBe(true);
});
