import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, it, vi } from "vitest";
import { expectTruthfulSaves } from "@/app/_editor/testing/two-admins";
import { contentOfAnswer } from "@/app/_editor/wire";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { saveMetadataAction } from "./metadata-actions";
import { metadataEditor } from "./metadata-editor";
import type { WantedEntry } from "./rows/metadata-rows";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
// The memory of one request; outside of React's server rendering there is none.
vi.mock("react", async (original) => ({ ...(await original<object>()), cache: (call: unknown) => call }));

const RUNS = process.env.LONG ? 200 : 40;
const WITHIN_MS = 20_000 + RUNS * 500;

/** A token, whose metadata every PATCH replaces. */
let token: object;
let service: FaultServer;

beforeAll(async () => {
	service = await startFaultServer();
	service.handle = ({ method, body }, response) => {
		if (method === "PATCH") token = { id: "dcr_1", ...JSON.parse(body) };
		json(response, 200, token);
	};
	await pointAtService(service.address);
	signInAs("editor");
});
beforeEach(() => {
	token = { id: "dcr_1" };
});
afterAll(async () => {
	await clearDashboardState();
	await service.close();
});

const key = fc.constantFrom("a", "b", "shared", "__proto__", "new", " ", "rows");
const wanted = fc
	.uniqueArray(fc.tuple(key, fc.constantFrom("", "1", "2", "é\r\n")), { selector: ([each]) => each, maxLength: 5 })
	.map((rows) => ({ rows: rows as WantedEntry[] }));

it(
	"whatever two admins do, a save does what its page has said, and no key of one of them is lost unseen",
	() =>
		expectTruthfulSaves(
			{
				editor: metadataEditor,
				wanted,
				save: saveMetadataAction,
				target: { tokenId: "dcr_1" },
				stored: () => contentOfAnswer(metadataEditor, token),
			},
			RUNS,
		),
	WITHIN_MS,
);
