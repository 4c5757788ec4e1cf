import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLinear } from "@/lib/testing/linear";
import { mergeThreeWay } from "../three-way-merge";
import { MemoryTenant } from "./memory-tenant.test-data";
import { outdatedIn, planTemplates } from "./plan-templates";
import { noPurpose } from "./purpose";
import { readTemplateFile, templateFileName, templateFileText } from "./template-file";
import { exitCodeOfPlan, type PlanItem, type TemplatePlan } from "./template-plan";
import { isSameTemplate, partsOfTemplate, type WholeTemplate } from "./whole-template";
import { anyTemplate, templateNamed } from "./whole-template.test-data";

const fileOf = templateFileName;
const actionsOf = ({ items }: TemplatePlan) => items.map(({ name, action }) => `${name}: ${action}`);
const itemOf = ({ items }: TemplatePlan, name: string): PlanItem => {
	const item = items.find((one) => one.name === name);
	if (!item) throw new Error(`no item ${name}`);
	return item;
};

/** As many as a folder may have. */
const MANY = 3_000;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => templateNamed(`T${index}`));
const messagesOf = (items: readonly PlanItem[]) => items.flatMap(({ faults }) => faults.map(({ message }) => message));

/** A tenant with templates, and their files as exported. */
function exported(...templates: WholeTemplate[]): MemoryTenant {
	const tenant = new MemoryTenant();
	for (const template of templates) tenant.add(template);
	return tenant.export();
}

describe("a plan", () => {
	test("finds nothing after an export", () => {
		const plan = exported(templateNamed("A"), templateNamed("B")).plan();
		expect(actionsOf(plan)).toEqual(["A: unchanged", "B: unchanged"]);
		expect([plan.basis, exitCodeOfPlan(plan)]).toEqual([{ kind: "export" }, 0]);
	});

	test("says for each template what is created, changed part by part, and left alone", () => {
		const tenant = exported(templateNamed("A"), templateNamed("B"), templateNamed("C"));
		const purpose = { ...noPurpose, purpose: "To rent a car." };
		tenant.files.set(fileOf("A"), templateNamed("A", { elements: { portrait: true, resident_city: true }, purpose }));
		tenant.files.delete(fileOf("B"));
		tenant.files.set("new.json", templateNamed("New", { elements: { family_name: true, age_over_18: true } }));
		const plan = tenant.plan();
		expect(actionsOf(plan)).toEqual(["A: change", "B: left", "C: unchanged", "New: create"]);
		expect(itemOf(plan, "A").changes).toEqual(["Adds City", "Sets the purpose to “To rent a car.”"]);
		expect(itemOf(plan, "B").notes).toEqual(["Its file was removed. It stays unless deleting is allowed (--delete)."]);
		expect(itemOf(plan, "New").changes).toEqual(["Requests Over 18, Family name"]);
		expect(exitCodeOfPlan(plan)).toBe(2);
		expect(actionsOf(tenant.plan({ deletes: true }))).toContain("B: remove");
	});

	test("is a change, not a deletion and a creation, where a file's template is renamed", () => {
		const tenant = exported(templateNamed("A"));
		tenant.files.set(fileOf("A"), templateNamed("B"));
		const [item] = tenant.plan({ deletes: true }).items;
		expect(item).toMatchObject({
			action: "change",
			name: "B",
			id: "vct_001",
			changes: ["Renames it to “B” (was “A”)"],
		});
	});

	test("keeps what others changed since the export, and names parts that both changed with all three values", () => {
		const tenant = exported(
			templateNamed("A", { elements: { portrait: true, age_over_18: true } }),
			templateNamed("B"),
		);
		tenant.stored.set("vct_001", templateNamed("A", { elements: { age_over_18: true, family_name: true } }));
		tenant.stored.set("vct_002", templateNamed("B", { elements: { portrait: true, resident_city: true } }));
		tenant.files.set(
			fileOf("A"),
			templateNamed("A", { elements: { portrait: false, age_over_18: true, nationality: true } }),
		);
		const plan = tenant.plan();
		expect(itemOf(plan, "A")).toMatchObject({
			action: "contested",
			theirs: ["Adds Family name"],
			contested: [{ label: "Photo", baseline: "requested", theirs: "not requested", yours: "listed as false" }],
		});
		expect(itemOf(plan, "B")).toMatchObject({ action: "unchanged", changes: [], theirs: ["Adds City"] });
		expect(exitCodeOfPlan(plan)).toBe(1);
		const elements = (keep: "files" | "tenant") => itemOf(tenant.plan({ keep }), "A").after?.elements;
		expect(elements("files")).toEqual({ age_over_18: true, family_name: true, nationality: true, portrait: false });
		expect(elements("tenant")).toEqual({ age_over_18: true, family_name: true, nationality: true });
	});

	test("does not delete what others created or changed since the export", () => {
		const tenant = exported(templateNamed("A"), templateNamed("B"));
		tenant.files.clear();
		tenant.add(templateNamed("Theirs"));
		tenant.stored.set("vct_002", templateNamed("B", { elements: { family_name: true } }));
		const plan = tenant.plan({ deletes: true });
		expect(actionsOf(plan)).toEqual(["A: remove", "B: contested", "Theirs: left"]);
		expect(actionsOf(tenant.plan({ deletes: true, keep: "files" }))).toContain("B: remove");
		expect(actionsOf(tenant.plan({ deletes: true, keep: "tenant" }))).toContain("B: left");
	});

	test("creates again what was deleted from the tenant since the export, and says so", () => {
		const tenant = exported(templateNamed("A"));
		tenant.stored.clear();
		expect(tenant.plan().items).toMatchObject([{ action: "create", notes: [expect.stringContaining("a new ID")] }]);
	});

	test("refuses another certificate by file and line, and shows a new creation first where that is wanted", () => {
		const tenant = exported(templateNamed("A"));
		tenant.files.set(fileOf("A"), templateNamed("A", { certificateAuthority: "certificate" }));
		expect(tenant.plan().items).toMatchObject([
			{ action: "error", file: fileOf("A"), faults: [{ line: 5, message: expect.stringContaining("--recreate") }] },
		]);
		expect(tenant.plan({ recreates: true }).items).toMatchObject([
			{
				action: "recreate",
				changes: ["Deletes it, and creates it again", "Adds a custom certificate authority."],
				after: { certificateAuthority: "certificate" },
			},
		]);
	});

	test("refuses names that exist twice, in the folder or in the tenant", () => {
		const tenant = exported(templateNamed("A"), templateNamed("B"));
		tenant.files.set("copy.json", templateNamed("A"));
		tenant.add(templateNamed("B"));
		const faults = tenant
			.plan()
			.items.flatMap(({ file, faults }) => faults.map(({ line, message }) => [file, line, message]));
		expect(faults).toEqual([
			[fileOf("A"), 2, "The name “A” is also used in copy.json."],
			["copy.json", 2, `The name “A” is also used in ${fileOf("A")}.`],
			[null, 0, "The tenant has 2 templates of this name: vct_002, vct_003. Rename them first."],
		]);
	});

	test("refuses a name that another template keeps, and an exchange of names", () => {
		const tenant = exported(templateNamed("A"), templateNamed("B"), templateNamed("C"));
		tenant.files.set(fileOf("A"), templateNamed("B"));
		tenant.files.set(fileOf("B"), templateNamed("A"));
		expect(actionsOf(tenant.plan())).toEqual(["A: error", "B: error", "C: unchanged"]);
		tenant.export().files.set(fileOf("A"), templateNamed("B"));
		tenant.files.delete(fileOf("B"));
		expect(tenant.plan().items.flatMap(({ faults }) => faults)[0]?.message).toBe(
			"The tenant's template vct_002 has the name “B”, and keeps it.",
		);
		expect(actionsOf(tenant.plan({ deletes: true }))).toEqual(["B: remove", "B: change", "C: unchanged"]);
	});

	test("names three of many, so that thousands of files take no more words than themselves", () => {
		const tenant = exported();
		for (let index = 0; index < MANY; index += 1) tenant.files.set(`${index}.json`, templateNamed("Same"));
		const { items } = tenant.plan();
		expect(items).toHaveLength(MANY);
		expect(messagesOf(items)[0]).toBe("The name “Same” is also used in 1.json, 2.json, 3.json and 2,996 more.");
		expect(messagesOf(items)[1]).toBe("The name “Same” is also used in 0.json, 2.json, 3.json and 2,996 more.");

		const circle = exported(...numbered(MANY));
		for (let index = 0; index < MANY; index += 1)
			circle.files.set(fileOf(`T${index}`), templateNamed(`T${(index + 1) % MANY}`));
		const exchanged = messagesOf(circle.plan().items);
		expect(exchanged).toHaveLength(MANY);
		expect(exchanged[0]).toMatch(/^Templates can't exchange names in one go \((“T\d+”, ){2}“T\d+” and 2,997 more\)\./);
	});

	test("finds in linear time that each of many templates waits for the name of the next, which the last one keeps", () => {
		const waiting = (count: number) => {
			const tenant = exported(...numbered(count));
			for (let index = 0; index + 1 < count; index += 1)
				tenant.files.set(fileOf(`T${index}`), templateNamed(`T${index + 1}`));
			tenant.files.delete(fileOf(`T${count - 1}`));
			return tenant;
		};
		const { items } = waiting(MANY).plan();
		expect(messagesOf(items)).toHaveLength(MANY - 1);
		expect(isLinear((tenant: MemoryTenant) => void tenant.plan(), waiting, MANY)).toBe(true);
	});

	test("describes a template of thousands of attributes in a bounded number of words, in linear time", () => {
		const wide = (count: number, value: unknown) =>
			templateNamed("Wide", {
				elements: Object.fromEntries(
					Array.from({ length: count }, (_, index) => [`e${index}`, value]),
				) as WholeTemplate["elements"],
			});
		const changed = (count: number) => {
			const tenant = exported(wide(count, true));
			tenant.stored.set("vct_001", wide(count, "theirs".repeat(100)));
			tenant.files.set(fileOf("Wide"), wide(count, "yours".repeat(100)));
			tenant.files.set("new.json", { ...wide(count, true), name: "New" });
			return tenant;
		};
		const [created, contested] = changed(9_000).plan().items;
		expect(created?.changes[0]).toMatch(/^Requests e0, .* and 8,960 more$/);
		expect(contested?.contested).toHaveLength(100);
		expect(contested?.notes).toEqual(["Both changed 8,900 more parts."]);
		const { before: _, after: __, ofFile: ___, ...words } = contested as PlanItem;
		expect(JSON.stringify(words).length).toBeLessThan(100_000);
		expect(isLinear((tenant: MemoryTenant) => void tenant.plan(), changed, 8_000)).toBe(true);
	});

	test("compares without a baseline where the folder is of another tenant, and says so", () => {
		const tenant = exported(templateNamed("A"));
		tenant.stored.set("vct_001", templateNamed("A", { elements: { family_name: true } }));
		const other = new Map([["https://dev.example.com/api/v2", new Map()]]);
		const plan = tenant.plan({}, other);
		expect(plan.basis).toEqual({ kind: "other-tenant", tenant: "https://dev.example.com/api/v2" });
		expect(plan.items).toMatchObject([
			{ action: "change", theirs: [], changes: ["Removes Family name", "Adds Photo"] },
		]);
		expect(tenant.plan({}, new Map()).basis).toEqual({ kind: "none" });
	});

	test("is refused as outdated after any other change, but not by what it did itself", async () => {
		const tenant = exported(templateNamed("A"), templateNamed("B"));
		for (const name of ["A", "B"]) tenant.files.set(fileOf(name), templateNamed(name, { type: "other" }));
		const saved = tenant.plan();
		expect(outdatedIn(saved, tenant.plan())).toEqual([]);
		const part = { ...saved, items: saved.items.slice(0, 1) };
		await tenant.apply(part);
		expect(outdatedIn(saved, tenant.plan())).toEqual([]);
		tenant.stored.set("vct_002", templateNamed("B", { elements: { family_name: true } }));
		expect(outdatedIn(saved, tenant.plan())).toEqual(["B"]);
	});
});

test("a saved plan is compared with the present one in time linear in their items", () => {
	const plan = exported(templateNamed("A")).plan();
	const [item = expect.fail()] = plan.items;
	/** Neither of the two plans has an item of the other, as where all was changed since. */
	const planOf = (count: number, prefix: string): TemplatePlan => ({
		...plan,
		items: Array.from({ length: count }, (_, index) => ({
			...item,
			action: "remove",
			before: null,
			after: null,
			ofFile: null,
			name: `${prefix}${index}`,
			file: `${prefix}${index}.json`,
			id: `${prefix}${index}`,
		})),
	});
	const inputOf = (count: number) => [planOf(count, "saved"), planOf(count, "present")] as const;
	expect(outdatedIn(...inputOf(3))).toEqual(["present0", "present1", "present2"]);
	expect(isLinear(([saved, present]) => outdatedIn(saved, present), inputOf, 15_000, 10)).toBe(true);
});

const world = fc.uniqueArray(anyTemplate, { selector: ({ name }) => name, maxLength: 6 });
const isValid = ({ items }: TemplatePlan) => !items.some(({ action }) => action === "error");

describe("for any folder and tenant", () => {
	test("applying a plan without an export makes the tenant what the files say, and the next plan finds nothing", async () => {
		await fc.assert(
			fc.asyncProperty(world, world, async (stored, files) => {
				const tenant = exported(...stored);
				tenant.files.clear();
				for (const template of files) tenant.files.set(fileOf(template.name), template);
				const plan = tenant.plan({ deletes: true, recreates: true }, new Map());
				expect(isValid(plan)).toBe(true);
				const results = await tenant.apply(plan);
				expect(results.every(([, outcome]) => outcome === "done")).toBe(true);
				const after = [...tenant.stored.values()].map(templateFileText).toSorted();
				expect(after).toEqual(files.map(templateFileText).toSorted());
				expect(exitCodeOfPlan(tenant.plan({ deletes: true, recreates: true }))).toBe(0);
			}),
		);
	});

	test("changes and renames on both sides since the export: each is kept, and the next plan finds nothing", async () => {
		await fc.assert(
			fc.asyncProperty(world, world, world, async (before, theirs, yours) => {
				const tenant = exported(...before);
				const ids = [...tenant.stored.keys()];
				for (const [index, template] of theirs.entries()) {
					const [id, old] = [ids[index], before[index]];
					if (id && old) tenant.stored.set(id, { ...template, certificateAuthority: old.certificateAuthority });
				}
				for (const [index, template] of yours.entries()) {
					const old = before[index];
					if (old) tenant.files.set(fileOf(old.name), { ...template, certificateAuthority: old.certificateAuthority });
				}
				const plan = tenant.plan({ keep: "files" });
				for (const item of plan.items) {
					const index = before.findIndex(({ name }) => fileOf(name) === item.file);
					const [baseline, stored] = [before[index], item.before];
					if (item.action === "error" || !baseline || !stored || !item.ofFile || !item.after) continue;
					const parts = [baseline, stored, item.ofFile].map(partsOfTemplate);
					const [of, their, your] = [parts[0] ?? new Map(), parts[1] ?? new Map(), parts[2] ?? new Map()];
					const { merged } = mergeThreeWay({ baseline: of, theirs: their, yours: your });
					expect(new Map(partsOfTemplate(item.after))).toEqual(new Map([...merged]));
				}
				if (!isValid(plan)) return;
				await tenant.apply(plan);
				for (const item of plan.items) {
					const now = tenant.stored.get(item.id ?? "");
					expect(now && item.after && isSameTemplate(now, item.after)).toBe(true);
				}
				expect(tenant.plan().items.filter(({ action }) => action !== "unchanged")).toEqual([]);
			}),
		);
	});
});

test("a file that can't be read is an error by file and line, beside the plan of the others", () => {
	const bad = { file: "bad.json", read: readTemplateFile(new TextEncoder().encode("{\n")) };
	const good = {
		file: "a.json",
		read: readTemplateFile(new TextEncoder().encode(templateFileText(templateNamed("A")))),
	};
	const mode = { deletes: false, recreates: false, keep: null };
	const plan = planTemplates({ tenant: "t", files: [bad, good], baselines: new Map(), stored: [], mode });
	expect(plan.items).toMatchObject([
		{ name: "A", action: "create" },
		{ name: "bad.json", file: "bad.json", action: "error", faults: [{ line: 2 }] },
	]);
	expect(exitCodeOfPlan(plan)).toBe(1);
});
