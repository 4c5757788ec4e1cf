import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { content } from "../../edit/application.test-data";
import { contentChanges } from "../../edit/application-changes";
import {
	type ApplicationContent,
	type ApplicationFormValues,
	valuesOf,
	wantedContent,
} from "../../edit/application-content";
import { type ApplicationStep, contestedChoices, onChoice, onConflict, onSaved } from "../../edit/application-edit";
import { applicationFaults } from "../../edit/application-faults";
import { startApplicationTenant } from "../../testing/application-tenant";
import { updateApplicationAction } from "./application-actions";
import { contentOf } from "./content-of";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));
vi.mock("react", async (original) => ({ ...(await original<object>()), cache: (call: unknown) => call }));

const RUNS = 40;
const WITHIN_MS = 60_000;

const edits = fc.array(
	fc.record({ who: fc.nat(1), wanted: content, choice: fc.constantFrom("opened", "theirs", "yours") }),
	{ minLength: 4, maxLength: 12 },
);

it(
	"whatever two admins do, a save does what its page has said, and what one of them added is never lost unseen",
	async () => {
		const tenant = await startApplicationTenant();
		let conflicts = 0;
		const stored = () => contentOf(tenant.applications.get("shop") ?? { client_id: "shop" });
		const open = (): ApplicationStep => ({
			edit: { opened: stored(), conflict: null },
			values: valuesOf(stored()),
		});
		const post = async (opened: ApplicationContent, values: ApplicationFormValues) => {
			const form = new FormData();
			const fields = { applicationId: "shop", opened: JSON.stringify(opened), values: JSON.stringify(values) };
			for (const [name, text] of Object.entries(fields)) form.set(name, text);
			return updateApplicationAction({}, form);
		};
		await fc.assert(
			fc.asyncProperty(edits, async (steps) => {
				const pages = [open(), open()];
				for (const { who, wanted, choice } of steps) {
					// A grant that nobody offers can't be sent.
					const known = { ...wanted, grants: wanted.grants.filter((grant) => !grant.startsWith("urn:")) };
					let page = { ...(pages[who] ?? open()), values: valuesOf(known) };
					const before = stored();
					const { opened } = page.edit;
					if (!opened || applicationFaults(opened, page.values)) continue;
					const said = contentChanges(opened, wantedContent(opened, page.values));
					let answer = await post(opened, page.values);
					if (answer.conflict) {
						conflicts += 1;
						expect(stored()).toEqual(before);
						page = onConflict(answer.conflict);
						for (const { field } of contestedChoices(answer.conflict, page.values))
							page = onChoice(page, field, choice);
						const merged = wantedContent(before, page.values);
						answer = await post(before, page.values);
						expect(contentChanges(merged, stored())).toEqual([]);
					} else if (answer.saved) {
						expect(contentChanges(before, stored())).toEqual(said);
					}
					expect(answer.problem).toBeUndefined();
					pages[who] = answer.saved ? onSaved(answer.saved, page.values, page.values) : page;
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
