import fc from "fast-check";
import { expect, it, vi } from "vitest";
import type { EditStep } from "@/app/forms/conflict/edit-steps";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { startApplicationTenant } from "../../testing/application-tenant";
import { content } from "../edit/single-sign-on.test-data";
import { contentChanges } from "../edit/single-sign-on-changes";
import {
	type SingleSignOnContent,
	type SingleSignOnValues,
	valuesOf,
	wantedContent,
} from "../edit/single-sign-on-content";
import { steps } from "../edit/single-sign-on-edit";
import { contentOf } from "./content-of";
import { singleSignOnAction } from "./single-sign-on-actions";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));
vi.mock("react", async (original) => ({ ...(await original<object>()), cache: (call: unknown) => call }));

const RUNS = 30;
const WITHIN_MS = 60_000;

/** Such as no rule stops. */
const good = content.map((one) => ({
	...one,
	...{ recipient: "", destination: "", signingCert: "", logoutCallback: "https://a.example/out" },
}));
const edits = fc.array(
	fc.record({ who: fc.nat(1), wanted: good, choice: fc.constantFrom("opened", "theirs", "yours") }),
	{
		...{ minLength: 4, maxLength: 10 },
	},
);
type Page = EditStep<SingleSignOnContent, SingleSignOnValues>;

it(
	"whatever two admins do, a save does what its page has said, and other add-ons stay as they are",
	async () => {
		const tenant = await startApplicationTenant();
		const others = { firebase: { private_key: "k" } };
		const client = () => ({ client_id: "shop", ...tenant.applications.get("shop") }) as Parameters<typeof contentOf>[0];
		tenant.applications.set("shop", { ...client(), ...{ addons: others } });
		let conflicts = 0;
		const stored = () => contentOf(client());
		const open = (): Page => ({ edit: { opened: stored(), conflict: null }, values: valuesOf(stored()) });
		const post = (opened: SingleSignOnContent, values: SingleSignOnValues) => {
			const form = new FormData();
			const fields = { applicationId: "shop", opened: JSON.stringify(opened), values: JSON.stringify(values) };
			for (const [name, text] of Object.entries(fields)) form.set(name, text);
			return singleSignOnAction({}, form);
		};
		await fc.assert(
			fc.asyncProperty(edits, async (list) => {
				const pages = [open(), open()];
				for (const { who, wanted, choice } of list) {
					let page = { ...(pages[who] ?? open()), values: valuesOf(wanted) };
					const before = stored();
					const { opened } = page.edit;
					if (!opened) continue;
					const said = contentChanges(opened, wantedContent(opened, page.values));
					let answer = await post(opened, page.values);
					if (answer.conflict) {
						conflicts += 1;
						expect(stored()).toEqual(before);
						page = steps.onConflict(answer.conflict);
						for (const { field } of steps.contestedChoices(answer.conflict, page.values))
							page = steps.onChoice(page, field, choice);
						const merged = wantedContent(before, page.values);
						answer = await post(before, page.values);
						// A merge may want what a rule stops, and then nothing is written.
						expect(contentChanges(answer.faults ? before : merged, stored())).toEqual([]);
					} else if (answer.saved) {
						expect(contentChanges(before, stored())).toEqual(said);
					}
					expect(answer.problem).toBeUndefined();
					expect(client().addons).toMatchObject(others);
					pages[who] = answer.saved ? steps.onSaved(answer.saved, page.values, page.values) : page;
				}
			}),
			{ numRuns: RUNS },
		);
		expect(conflicts).toBeGreaterThan(RUNS / 4);
		await clearDashboardState();
		await tenant.service.close();
	},
	WITHIN_MS,
);
