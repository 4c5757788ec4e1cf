import { describe, expect, it } from "vitest";
import { methodNotAllowed, notFound, Refusal, tooManyRequests } from "../http/refusal";
import { oauthError, refusalPage } from "./refusal-page";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const from = (accept?: string) =>
	new Request("http://localhost:3000/x", { headers: accept === undefined ? {} : { accept } });
const refused = (status: number) => new Refusal(status, "e", "The body is <too> large.");

describe("a refusal", () => {
	it.each([undefined, "*/*", "application/json"])("is JSON for a client that accepts %s", async (accept) => {
		const response = refusalPage(from(accept), notFound());
		expect(response.status).toBe(404);
		expect(await response.json()).toEqual({ error: "not_found", error_description: "There is nothing at this URL." });
		expect(response.headers.get("cache-control")).toBe("no-store");
	});

	it("is JSON at an endpoint for programs", async () => {
		const response = oauthError(methodNotAllowed("GET", ["POST", "OPTIONS"]));
		expect(response.headers.get("allow")).toBe("OPTIONS, POST");
		expect(await response.json()).toMatchObject({ error_description: expect.stringContaining("GET") });
	});

	it.each([
		[notFound(), "Page not found", "There is nothing at this URL."],
		[methodNotAllowed("PUT", ["GET"]), "This page cannot be opened directly", "Nothing was changed."],
		[tooManyRequests(), "Too many requests", "Wait a moment"],
		[refused(400), "This request cannot be read", "The body is &lt;too&gt; large."],
		[refused(413), "This form is too large", "Nothing was changed."],
		[refused(500), "Something went wrong", "Try again in a moment."],
		[refused(503), "The service is not available", "Try again in a moment."],
	])("is a page with a link back for a browser: $message", async (refusal, heading, words) => {
		const response = refusalPage(from(BROWSER), refusal);
		const text = await response.text();
		expect(response.status).toBe(refusal.status);
		expect(text).toContain(`<h1>${heading}</h1>`);
		expect(text).toContain(words);
		expect(text).toContain('<a href="/">Back to the overview</a>');
	});
});
