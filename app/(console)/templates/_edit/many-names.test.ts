// Whatever an admin can edit may have thousands of parts: what describes a change of them takes time that grows no faster.
import { describe, expect, test } from "vitest";
import { mergeOf } from "@/app/_editor/edit-state";
import { nearMisses } from "@/app/(console)/_metadata/rows/keys-in-use";
import { parsePasted } from "@/app/(console)/_metadata/rows/pasted-text";
import { changeLines, changesInShort } from "@/app/(console)/activity/change-lines";
import { addressListFault } from "@/app/(console)/applications/_edit/addresses";
import { applicationEditor } from "@/app/(console)/applications/_edit/application-editor";
import { connectionEditor } from "@/app/(console)/connections/_edit/connection-editor";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { auditEntry } from "@/lib/dashboard/audit/audit-entry.test-data";
import { requestedCount } from "@/lib/dashboard/templates/attribute-facts";
import { changesInWords } from "@/lib/dashboard/templates/history/snapshot";
import { isLinear } from "@/lib/testing/linear";
import { versionsInWords } from "../_history/versions";
import { requestedLabels } from "../bulk/template-change";
import { compareElements } from "../compare/comparison";
import { templateEditor } from "./template-editor";
import { withNames } from "./template-elements";

const MANY = 9_000;
/** So many that their square takes long enough for any clock. */
const MANY_COMPARED = 15_000;
const named = (count: number, prefix = "name") => Array.from({ length: count }, (_, index) => `${prefix}_${index}`);
const requested = (count: number, prefix: string) =>
	Object.fromEntries(named(count, prefix).map((name) => [name, true as const]));

const template = (count: number, prefix: string) => ({
	...templateEditor.defaults,
	elements: requested(count, prefix),
});
const application = (count: number, prefix: string) => ({
	...applicationEditor.defaults,
	callbacks: named(count, `https://a.example/${prefix}`),
});
const connection = (count: number, prefix: string) => ({ ...connectionEditor.defaults, clients: named(count, prefix) });

function version(count: number, prefix: string, position: number) {
	const texts = { id: String(position), templateId: "vct_1", fromAt: "", at: "", againId: null };
	const content = { name: "A", presentation: presentationOf(requested(count, prefix)) };
	return { ...texts, position, origin: "own" as const, isGone: false, author: null, content };
}
const versions = (count: number) => [version(count, "new", 2), version(count, "old", 1)];

describe("in linear time", () => {
	const known = new Map<string, string>();

	test.each<[string, (count: number) => () => unknown]>([
		[
			"a save of a template is described",
			(count) => () => templateEditor.describeChanges(template(count, "old"), template(count, "new"), known),
		],
		[
			"a save of an application is described",
			(count) => () => applicationEditor.describeChanges(application(count, "old"), application(count, "new"), known),
		],
		[
			"a save of an identity provider is described",
			(count) => () => connectionEditor.describeChanges(connection(count, "old"), connection(count, "new"), known),
		],
		[
			"a form is checked",
			(count) => () =>
				applicationEditor.faults(application(count, "old"), applicationEditor.valuesOf(application(count, "new"))),
		],
		[
			"a conflict is merged",
			(count) => () =>
				mergeOf(templateEditor, {
					baseline: template(count, "old"),
					theirs: template(count, "theirs"),
					yours: template(count, "yours"),
				}),
		],
		[
			"versions are described",
			(count) => () => changesInWords(version(count, "old", 1).content, version(count, "new", 2).content),
		],
		["versions are compared", (count) => () => compareElements(requested(count, "old"), requested(count, "new"))],
		["a request is counted", (count) => () => requestedCount(requested(count, "name"))],
		[
			"an advice is followed",
			(count) => () =>
				withNames(
					{ ...templateEditor.valuesOf(template(count, "other")), added: named(count, "typed").join(" ") },
					{ add: [], remove: named(count) },
				),
		],
		[
			"addresses are checked",
			(count) => () =>
				addressListFault(
					"callbacks",
					named(count, "https://a.example/new").join("\n"),
					named(count, "https://a.example/old"),
				),
		],
		[
			"pasted keys are read",
			(count) => () =>
				parsePasted(
					named(count)
						.map((name) => `${name}=1`)
						.join("\n"),
				),
		],
		[
			"pasted keys are compared with those in use",
			(count) => () => {
				const rows = named(count, "row").map((key) => ({ key, value: "", original: null }));
				return nearMisses(rows, named(40, "another word"));
			},
		],
		[
			"a row of the activity is described",
			(count) => () => {
				const entry = auditEntry({ changes: named(count).map((name) => `+${name}`) });
				return [changeLines(entry, new Map()), changesInShort(entry, new Map())];
			},
		],
	])("%s", (_, workOf) => {
		expect(isLinear((work: () => unknown) => work(), workOf, MANY_COMPARED, 10)).toBe(true);
	});
});

describe("in few words", () => {
	test("versions of many names are described", async () => {
		const [changed, first] = await versionsInWords(versions(MANY), { now: new Date(), timeZone: "UTC" });
		expect(changed?.changes).toHaveLength(21);
		expect(changed?.changes.at(-1)).toBe("17,980 more");
		expect(first?.changes).toEqual([expect.stringMatching(/^Created, asking for old_0, .* and 8,960 more$/)]);
		expect(JSON.stringify([changed?.changes, first?.changes]).length).toBeLessThan(3_000);
	});

	test("many names of a template, and many faults of addresses, are described", () => {
		expect(requestedLabels(requested(MANY, "name"))).toMatch(/^name_0, .* and 8,960 more$/);
		const fault = addressListFault("callbacks", named(MANY, "no address").join("\n"), []) ?? "";
		expect(fault).toMatch(/8,901 more$/);
		expect(fault.length).toBeLessThan(10_000);
	});
});
