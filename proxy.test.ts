import { NextRequest } from "next/server";
import { afterEach, expect, test, vi } from "vitest";
import { proxy } from "./proxy";

afterEach(() => vi.unstubAllEnvs());

async function answerOf(appUrl: string, path: string) {
	vi.stubEnv("APP_URL", appUrl);
	return proxy(new NextRequest(appUrl + path, { headers: { host: new URL(appUrl).host } }));
}

test.each(["/", "/sign-in", "/api/v2/clients", "/healthz"])(
	"on https %s tells browsers to stay with it; on http it does not",
	async (path) => {
		const secure = await answerOf("https://console.example", path);
		expect(secure.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}$/);
		const plain = await answerOf("http://localhost:3000", path);
		expect(plain.headers.get("strict-transport-security")).toBeNull();
	},
);

test("what a request calls itself is passed on only where it is a plain identifier", async () => {
	vi.stubEnv("APP_URL", "http://localhost:3000");
	const ask = async (id: string) => {
		const headers = { host: "localhost:3000", "x-request-id": id };
		const answer = await proxy(new NextRequest("http://localhost:3000/", { headers }));
		expect(answer.headers.get("x-middleware-request-x-request-id")).toBe(answer.headers.get("x-request-id"));
		return answer.headers.get("x-request-id");
	};
	expect(await ask("from-a-proxy-1")).toBe("from-a-proxy-1");
	for (const odd of ["short", "a b c d e f g", "x".repeat(200), '"}{"level":50}']) expect(await ask(odd)).not.toBe(odd);
});
