import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures";
import { managementOf } from "../http/management";
import { tokenOf } from "../refresh-tokens/sample-tokens";

/** Everything that a browser with an empty cache fetches until the network is idle: page, scripts, styles, icon. */
const BYTES_MAX = 185_000;
const TEMPLATE_FORM_BYTES_MAX = 220_000;
const REQUESTS_MAX = 10;

const pages = [
	{ name: "the new template form", path: async () => "/templates/new", max: TEMPLATE_FORM_BYTES_MAX },
	{
		name: "a template's form",
		max: TEMPLATE_FORM_BYTES_MAX,
		path: async ({ management }: Surroundings) =>
			`/templates/${(await management.createTemplate(`Cold ${Date.now()}`, { portrait: true })).id}`,
	},
	{
		name: "a refresh token's page",
		path: async ({ tokenId }: Surroundings) => `/refresh-tokens/${await tokenId()}`,
	},
	{ name: "the template list", path: async () => "/templates" },
];

type Surroundings = { management: ReturnType<typeof managementOf>; tokenId: () => Promise<string> };

for (const { name, path, max = BYTES_MAX } of pages) {
	test(`${name} comes with at most ${REQUESTS_MAX} requests and ${max / 1000} KB into an empty cache`, async ({
		page,
		signIn,
		openContext,
		credentials,
		managementToken,
	}) => {
		await signIn(page, "editor");
		const cold = await (await openContext({ storageState: await page.context().storageState() })).newPage();
		const address = await path({
			management: managementOf(credentials, managementToken),
			tokenId: async () => (await tokenOf(credentials, managementToken, "amara.okafor@example.com")).id,
		});
		const sizes = await transferred(cold, address);

		const list = JSON.stringify(sizes, null, 2);
		expect(
			sizes.map((each) => each.path),
			list,
		).toEqual(expect.arrayContaining([address, expect.stringMatching(/\.css$/)]));
		test.info().annotations.push({ type: "transferred", description: `${address} ${list}` });
		expect(sizes.length, list).toBeLessThanOrEqual(REQUESTS_MAX);
		expect(
			sizes.reduce((sum, { bytes }) => sum + bytes, 0),
			list,
		).toBeLessThanOrEqual(max);
	});
}

/** Bytes on the wire, headers included, of each request until the network is idle. */
async function transferred(page: Page, address: string): Promise<{ path: string; bytes: number }[]> {
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Network.enable");
	const paths = new Map<string, string>();
	const sizes: { path: string; bytes: number }[] = [];
	devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
		if (request.url.startsWith("http")) paths.set(requestId, new URL(request.url).pathname);
	});
	devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
		const path = paths.get(requestId);
		if (path) sizes.push({ path, bytes: encodedDataLength });
	});
	await page.goto(address, { waitUntil: "networkidle" });
	return sizes;
}
