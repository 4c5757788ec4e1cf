import { expect, test, vi } from "vitest";
import { createLogger } from "./logger";
import { inCall } from "./management/call/call-context";

/** The output of a logger as one text. */
function written(write: (logger: ReturnType<typeof createLogger>) => void): string {
	vi.stubEnv("LOG_LEVEL", "info");
	const lines: string[] = [];
	write(createLogger({ write: (line: string) => void lines.push(line) }));
	vi.unstubAllEnvs();
	return lines.join("");
}

test.each(["authorization", "cookie", "set-cookie", "client_secret", "access_token", "id_token", "password"])(
	"%s is never written, at any depth",
	(name) => {
		const text = written((logger) => {
			logger.info({ [name]: "planted" }, "a");
			logger.info({ request: { [name]: "planted" } }, "b");
			logger.info({ request: { headers: { [name]: "planted" } } }, "c");
			logger.error({ err: Object.assign(new Error("x"), { config: { headers: { [name]: "planted" } } }) }, "d");
		});
		expect(text.split("\n")).toHaveLength(5);
		expect(text).not.toContain("planted");
	},
);

test("a line within a call has the request and the reference that the admin sees", async () => {
	let text = "";
	await inCall({ subject: "s", reference: "0a1b2c3d", requestId: "request-1" }, async () => {
		text = written((logger) => logger.info("x"));
	});
	expect(JSON.parse(text)).toMatchObject({ requestId: "request-1", reference: "0a1b2c3d", msg: "x" });
});
