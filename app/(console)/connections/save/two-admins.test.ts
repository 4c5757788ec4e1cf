import fc from "fast-check";
import { expect, it, vi } from "vitest";
import type { EditStep } from "@/app/forms/conflict/edit-steps";
import { clearDashboardState } from "@/lib/dashboard/testing/dashboard-state";
import { savable } from "../edit/connection.test-data";
import { contentChanges } from "../edit/connection-changes";
import { type ConnectionContent, type ConnectionValues, valuesOf, wantedContent } from "../edit/connection-content";
import { steps } from "../edit/connection-edit";
import { acme, startConnectionTenant } from "../testing/connection-tenant";
import { updateConnectionAction } from "./connection-actions";
import { contentOf } from "./content-of";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));
vi.mock("react", async (original) => ({ ...(await original<object>()), cache: (call: unknown) => call }));

const RUNS = process.env.LONG ? 300 : 30;

const edits = fc.array(
	fc.record({ who: fc.nat(1), wanted: savable, choice: fc.constantFrom("opened", "theirs", "yours") }),
	{ minLength: 4, maxLength: 10 },
);
type Page = EditStep<ConnectionContent, ConnectionValues>;

it("whatever two admins do, a save does what its page has said, and options that nobody knows stay as they are", async () => {
	const tenant = await startConnectionTenant();
	let conflicts = 0;
	const now = () => tenant.connections.get(acme.id) ?? acme;
	const stored = () => contentOf(now());
	const open = (): Page => ({ edit: { opened: stored(), conflict: null }, values: valuesOf(stored()) });
	const post = (opened: ConnectionContent, values: ConnectionValues) => {
		const form = new FormData();
		const fields = { connectionId: acme.id, opened: JSON.stringify(opened), values: JSON.stringify(values) };
		for (const [name, text] of Object.entries(fields)) form.set(name, text);
		return updateConnectionAction({}, form);
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
				expect(now().options).toMatchObject({ odd: acme.options?.odd, idpinitiated: { note: 1 } });
				pages[who] = answer.saved ? steps.onSaved(answer.saved, page.values, page.values) : page;
			}
		}),
		{ numRuns: RUNS },
	);
	expect(conflicts).toBeGreaterThan(RUNS / 4);
	await clearDashboardState();
	await tenant.service.close();
});
