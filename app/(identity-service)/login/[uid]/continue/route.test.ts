import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { TestBrowser } from "@/lib/identity-service/authentication/testing/test-browser";
import { EMAIL, ISSUER, PASSWORD, startTestService } from "@/lib/identity-service/authentication/testing/test-service";
import { setCurrentService } from "@/lib/identity-service/current";
import { readRetry } from "../login-retry";
import { POST } from "./route";

const kept = vi.hoisted(() => new Map<string, string>());
vi.mock("next/headers", () => ({ cookies: async () => kept }));

describe("the login form", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
		setCurrentService(tenant.service);
	});
	afterAll(() => tenant.stop());

	async function submit(
		fields: Record<string, string>,
		origin: string | null = "http://localhost:3000",
		cookie = true,
	) {
		const browser = new TestBrowser(tenant.service);
		const page = await browser.authorize({ client_id: "web" });
		const headers = cookie ? browser.headers(page.pathname) : new Headers();
		if (origin !== null) headers.set("origin", origin);
		const request = new Request(`${page}/continue`, { method: "POST", headers, body: new URLSearchParams(fields) });
		const uid = page.pathname.split("/").at(-1) ?? "";
		kept.clear();
		return { page, response: await POST(request, { params: Promise.resolve({ uid }) }) };
	}

	it("sends the browser on to the waiting application", async () => {
		const { response } = await submit({ email: EMAIL, password: PASSWORD });
		expect(response.status).toBe(303);
		expect(response.headers.get("location")).toMatch(new RegExp(`^${ISSUER}authorize/`));
	});

	it("comes back with the problem and the typed address, and never the password", async () => {
		const { page, response } = await submit({ email: EMAIL, password: "wrong-password" });
		expect(response.headers.get("location")).toBe(page.href);
		const [cookie] = [...kept.values()];
		expect(readRetry(cookie)).toEqual({ problem: "credentials", email: EMAIL, codeSent: false });
		expect(cookie).not.toContain("wrong-password");
	});

	it.each([null, "null", "http://evil.example", "http://localhost:3001"])(
		"is refused from the origin %s",
		async (origin) => {
			const { response } = await submit({ email: EMAIL, password: PASSWORD }, origin);
			expect(response.status).toBe(403);
			expect(response.headers.get("location")).toBeNull();
		},
	);

	it("goes nowhere without the login's own cookie", async () => {
		const { page, response } = await submit({ email: EMAIL, password: PASSWORD }, undefined, false);
		expect(response.headers.get("location")).toBe(page.href);
	});

	it("is refused when it is far too large", async () => {
		const { response } = await submit({ email: EMAIL, password: "x".repeat(40_000) });
		expect(response.status).toBe(413);
	});
});
