import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestBrowser } from "../testing/test-browser";
import { addConnection, testProvider } from "../testing/test-provider";
import { startTestService } from "../testing/test-service";

const HOSTILE = `"><script>alert('x')</script>`;
const ESCAPED = "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;";

describe("the links to connections on the login page", () => {
	const provider = testProvider();
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
		const { service } = tenant;
		await addConnection(service, "beta", ["web"], provider.options, { display_name: HOSTILE });
		await addConnection(service, "acme", ["web", "courier"], provider.options);
		await addConnection(service, "hidden", ["web"], provider.options, { show_as_button: 0 });
		await addConnection(service, "others", ["third-party"], provider.options);
		await addConnection(service, "off", [], provider.options);
	});
	afterAll(() => tenant.stop());

	/** Addresses and labels of the links, in their order. */
	async function linksFor(parameters: Record<string, string>, query = "") {
		const browser = new TestBrowser(tenant.service);
		const { pathname } = await browser.authorize(parameters);
		const markup = await (await browser.visit(pathname + query)).text();
		const links = markup.matchAll(/<a class="button" href="([^"]*)">Continue with <bdi>([^<]*)<\/bdi><\/a>/g);
		return [...links].map(([, href, label]) => [href?.replace(pathname, ""), label]);
	}

	it("are the shown connections of the application, by name, and no others", async () => {
		expect(await linksFor({ client_id: "web" })).toEqual([
			["/connection?name=acme", "acme"],
			["/connection?name=beta", ESCAPED],
		]);
		expect(await linksFor({ client_id: "web-basic" })).toEqual([]);
	});

	it("are also below the forms for a code and a new account, and after a refusal by a provider", async () => {
		const challenge = { code_challenge: "A".repeat(43), code_challenge_method: "S256" };
		for (const query of ["", "?way=code", "?way=signup", "?way=refused"]) {
			expect(await linksFor({ client_id: "courier", ...challenge }, query)).toEqual([
				["/connection?name=acme", "acme"],
			]);
		}
		expect(await linksFor({ client_id: "courier", ...challenge }, "?way=forgotten")).toEqual([]);
	});

	it("are neither shown nor accepted on the consent page", async () => {
		const browser = new TestBrowser(tenant.service);
		const page = await browser.signIn({ client_id: "third-party" });
		expect(await (await browser.visit(page.pathname)).text()).not.toContain("Continue with");
		expect((await browser.visit(`${page.pathname}/connection?name=others`)).status).toBe(400);
	});
});
