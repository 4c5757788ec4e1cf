import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import type { MetadataFormState } from "../rows/metadata-form-state";
import { entriesOf, type MetadataEntry, rowsOf } from "../rows/metadata-rows";
import { findConflicts } from "./merge-metadata";
import { saveMetadataAction } from "./metadata-actions";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
// The memory of one request; outside of React's server rendering there is none.
vi.mock("react", async (original) => ({ ...(await original<object>()), cache: (call: unknown) => call }));

const ROUNDS = process.env.LONG ? 500 : 100;
const WITHIN_MS = 20_000 + ROUNDS * 500;
const KEYS = ["a", "b", "shared", "__proto__", "new"];

/** A token's metadata, replaced by every PATCH. */
let stored: MetadataEntry[] = [];
let service: FaultServer;

beforeAll(async () => {
	service = await startFaultServer();
	service.handle = ({ method, body }, response) => {
		if (method === "PATCH") stored = entriesOf(JSON.parse(body).refresh_token_metadata);
		json(response, 200, { id: "dcr_1", refresh_token_metadata: Object.fromEntries(stored) });
	};
	await pointAtService(service.address);
	signInAs("editor");
});

afterAll(async () => {
	await clearDashboardState();
	await service.close();
});

function post(baseline: MetadataEntry[], yours: MetadataEntry[], fields: Record<string, string>) {
	const form = new FormData();
	const texts = {
		tokenId: "dcr_1",
		baseline: JSON.stringify(baseline),
		rows: JSON.stringify(rowsOf(yours)),
		...fields,
	};
	for (const [name, text] of Object.entries(texts)) form.set(name, text);
	return saveMetadataAction({}, form);
}

/** What an admin makes of the metadata in one round: some keys changed, added or removed, by a fixed pattern. */
function edited(baseline: MetadataEntry[], round: number, who: number): MetadataEntry[] {
	const metadata = new Map(baseline);
	KEYS.forEach((key, index) => {
		const turn = (round * (who === 0 ? 7 : 11) + index * 3 + who) % 6;
		if (turn === 0) metadata.delete(key);
		if (turn < 3 && turn > 0) metadata.set(key, `${who} ${round}`);
	});
	return [...metadata];
}

it(
	`loses no key in ${ROUNDS} rounds of two admins, and never writes over what was not shown`,
	async () => {
		const baselines: MetadataEntry[][] = [[], []];
		let contested = 0;
		for (let round = 0; round < ROUNDS; round += 1) {
			// Both have typed before either saves.
			const typed = baselines.map((baseline, who) => edited(baseline, round, who));
			for (const who of round % 2 === 0 ? [0, 1] : [1, 0]) {
				const [baseline = [], yours = [], theirs] = [baselines[who], typed[who], stored];
				const expected = new Map(theirs);
				const [was, is, mine] = [new Map(baseline), new Map(theirs), new Map(yours)];
				const clashes: string[] = [];
				for (const key of new Set([...was.keys(), ...mine.keys()])) {
					if (mine.get(key) === was.get(key)) continue;
					const value = mine.get(key);
					if (is.get(key) !== was.get(key) && is.get(key) !== value) clashes.push(key);
					if (value === undefined) expected.delete(key);
					else expected.set(key, value);
				}

				let state: MetadataFormState = await post(baseline, yours, { intent: "save" });
				if (state.conflict) {
					expect(stored).toBe(theirs);
					const conflicts = findConflicts({ baseline, theirs: state.conflict.theirs, yours });
					expect(conflicts.map(({ key }) => key).sort()).toEqual(clashes.sort());
					contested += clashes.length;
					const choices = conflicts.map((_, index) => [`choice-${index}`, "yours"]);
					state = await post(baseline, yours, {
						intent: "resolve",
						theirs: JSON.stringify(state.conflict.theirs),
						conflicts: String(conflicts.length),
						...Object.fromEntries(choices),
					});
				} else expect(clashes).toEqual([]);
				expect(state.problem).toBeUndefined();
				expect(new Map(stored)).toEqual(expected);
				baselines[who] = state.baseline ?? baseline;
			}
		}
		expect(contested).toBeGreaterThan(ROUNDS / 2);
	},
	WITHIN_MS,
);
