import { afterAll, beforeAll, expect, test } from "vitest";
import { consolePages } from "@/app/_testing/console-pages";
import { renderPage } from "@/app/_testing/render-page";
import { fillStore } from "@/app/_testing/store-sample";
import { signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type RecordedTestTenant, startRecordedTestTenant } from "@/lib/dashboard/testing/recorded-tenant";

let tenant: RecordedTestTenant;
beforeAll(async () => {
	tenant = await startRecordedTestTenant();
});
afterAll(() => tenant.close());

/** Of what a viewer may not do: what to press, and texts that invite to it. */
const BUTTONS =
	/^(Save|Create|Delete|Remove|Revoke|Add|Edit|End|Block|Unblock|Rotate|Import|Restore|Make|Undo|Clear all|Apply|Use this preset)\b/;
const INVITATIONS =
	/Tick what|Set or remove|edit its metadata|The next page previews|After creating|rotate it|switched on and off|you can say why|saving sends|Add a row|This can't be undone|ask its administrators/;

/** Guides for all, and their own sign-ins. */
const OWN = ["/account", "/your-sessions", "/guides", "/guides/[name]"];

test.each(consolePages.filter(({ route }) => !OWN.includes(route)))(
	"$route offers a viewer nothing that is for others",
	async (page) => {
		await tenant.use();
		const sample = { ...tenant.sample, ...(await fillStore(tenant.sample)) };
		signInAs("viewer");
		const { html, text } = await renderPage(page, sample);
		const pressed = [...html.matchAll(/<(button|a)\b[^>]*>(.*?)<\/\1>/gs)].map(([, , inner = ""]) =>
			inner.replaceAll(/<[^>]+>/g, "").trim(),
		);
		expect(pressed.filter((name) => BUTTONS.test(name))).toEqual([]);
		expect(text.match(INVITATIONS)?.[0]).toBeUndefined();
	},
);
