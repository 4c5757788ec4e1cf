import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callAccounts, linkTo, messagesTo, pressButton } from "../testing/account-calls";
import { TestBrowser } from "../testing/test-browser";
import { EMAIL, startTestService } from "../testing/test-service";
import { inPasswordQueue } from "./password-queue";

const CHOSEN = "a phrase that is hard to guess";

/** Fills the queue in which passwords are hashed. @returns a function that empties it */
function fillQueue(): () => Promise<unknown> {
	let open = () => {};
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	const waiting = Array.from({ length: 30 }, () => inPasswordQueue(() => opened));
	return () => {
		open();
		return Promise.allSettled(waiting);
	};
}

describe("while the password queue is full", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	it("sign-ups, their confirmations and new passwords are refused with 429, and nothing of them is done", async () => {
		const { service } = tenant;
		await callAccounts(service, "signup", { email: "waiting@example.com", password: CHOSEN });
		await callAccounts(service, "change_password", { email: EMAIL });
		const links = [await linkTo(service, "waiting@example.com"), await linkTo(service, EMAIL)];
		const browser = new TestBrowser(service);
		const page = await browser.authorize({ client_id: "web" });
		const stored = async () => [
			await service.database.selectFrom("login_failures").selectAll().execute(),
			await service.database.selectFrom("users").selectAll().execute(),
			await service.database.selectFrom("pending_sign_ups").selectAll().execute(),
			await service.database.selectFrom("password_resets").selectAll().execute(),
		];
		const before = await stored();
		const emptyQueue = fillQueue();
		for (const email of [EMAIL, "new-user@example.com"]) {
			const call = await callAccounts(service, "signup", { email, password: CHOSEN });
			expect([call.status, call.body.error, call.headers.get("retry-after")]).toEqual([429, "too_many_requests", "5"]);
			const form = await browser.visit(`${page.pathname}/signup`, { email, password: CHOSEN });
			expect([form.status, form.headers.get("retry-after")]).toEqual([429, "5"]);
			const markup = await form.text();
			expect(markup).toContain("<h1>Sign up</h1>");
			expect(markup).toContain("so nothing was done. Wait a few seconds, then try again.");
			expect(markup).toContain(`value="${email}"`);
			expect(markup).not.toContain(CHOSEN);
			expect(form.headers.getSetCookie()).toEqual([]);
		}
		for (const link of links) {
			const response = await pressButton(service, link, { password: CHOSEN });
			expect([response.status, response.headers.get("retry-after")]).toEqual([429, "5"]);
			expect(await response.text()).toContain("so nothing was done. Wait a few seconds, then try again.");
		}
		await emptyQueue();
		expect(await stored()).toEqual(before);
		expect(await messagesTo(service, "new-user@example.com")).toEqual([]);
		for (const link of links) expect((await pressButton(service, link, { password: CHOSEN })).status).toBe(200);
	});
});
