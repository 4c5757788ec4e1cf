import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { html } from "./html";
import { respondWithPage } from "./page";
import { PAGE_STYLE } from "./page-style";

const page = { title: "A <title>", body: html`<p>Text</p>` };
const open = (cookie?: string) =>
	respondWithPage(new Request("http://localhost:3000/", { headers: cookie === undefined ? {} : { cookie } }), page);

describe("a page of the service", () => {
	it("may run only its own script, load only its own style, and be neither framed nor stored", async () => {
		const { headers, status } = open();
		const style = /<style>(.*?)<\/style>/s.exec(await open().text())?.[1] ?? "";
		const hash = createHash("sha256").update(style).digest("base64");
		expect(status).toBe(200);
		expect(Object.fromEntries(headers)).toEqual({
			"cache-control": "private, no-store",
			"content-security-policy": `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
			"content-type": "text/html; charset=utf-8",
			"cross-origin-opener-policy": "same-origin",
			"referrer-policy": "same-origin",
			"x-content-type-options": "nosniff",
			"x-frame-options": "DENY",
		});
	});

	it.each([
		["http://127.0.0.1:51004", "http://127.0.0.1:51004"],
		["http://[::1]:51004", "http:"],
		["https://[2001:db8::1] https://app.example", "https: https://app.example"],
		["com.example.app:", "com.example.app:"],
	])("lets its form lead to %s, by a source that browsers know", (formTarget, source) => {
		const { headers } = respondWithPage(new Request("http://localhost:3000/"), page, { formTarget });
		expect(headers.get("content-security-policy")).toContain(`form-action 'self' ${source}; `);
	});

	it("shows the tenant's name, as text", async () => {
		vi.stubEnv("TENANT_NAME", "Acme & <Sons>");
		const text = await open().text();
		vi.unstubAllEnvs();
		expect(text).toContain("· Acme &amp; &lt;Sons&gt;</title>");
		expect(text).toContain('data-initials="AS"></span>Acme &amp; &lt;Sons&gt;</p>');
		expect(text).not.toContain("Identity Console");
	});

	it("shows its title in the tab and the heading, as text", async () => {
		const text = await open().text();
		expect(text).toContain("<title>A &lt;title&gt; · Sample tenant</title>");
		expect(text).toContain("<h1>A &lt;title&gt;</h1>");
	});

	it.each([
		[undefined, "system"],
		["theme=dark", "dark"],
		["a=b; theme=light; c=d", "light"],
		["theme=%22%3E%3Cscript%3E", "system"],
		["theme=%", "system"],
		["other_theme=dark", "system"],
	])("with the cookies %j has the theme %s", async (cookie, theme) => {
		expect(await open(cookie).text()).toContain(`data-theme="${theme}"`);
	});

	it("has the colours and the type of the console", () => {
		// The console's font has another name there.
		const console = tokensOf(readFileSync("app/globals.css", "utf8").replace("var(--inter), ", "Inter, "));
		const own = tokensOf(PAGE_STYLE);
		const names = [...own.keys()];
		expect(names.filter((name) => own.get(name)?.startsWith("light-dark("))).toHaveLength(13);
		expect(names.filter((name) => /^--(text|font)-/.test(name))).toHaveLength(10);
		expect(own).toEqual(new Map(names.map((name) => [name, console.get(name)])));
		// No other values, so that all colours and sizes are those of the console's stylesheet.
		expect(PAGE_STYLE.replace(/^:root\{.*?\}/s, "")).not.toMatch(/#[0-9a-f]{3,8}\b|rgb|font-size:(?!var|1rem)/);
		for (const [, name] of PAGE_STYLE.matchAll(/var\((--[\w-]+)\)/g)) expect(names).toContain(name);
	});
});

/** The custom properties of a stylesheet with their first values, without blanks. */
function tokensOf(css: string): Map<string, string> {
	const bare = css.replaceAll(/\s/g, "");
	const found = bare.matchAll(/(?<=[{;])(--[\w-]+):([^;}]+)/g);
	const tokens = new Map<string, string>();
	for (const [, name = "", value = ""] of found) if (!tokens.has(name)) tokens.set(name, value);
	return tokens;
}
