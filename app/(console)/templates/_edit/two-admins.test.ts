import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { contestedChoices, type EditStep, isUndecided, onChoice, onConflict, onSaved } from "@/app/_editor/edit-state";
import type { Choice } from "@/app/_editor/merge";
import { elementsOf, presentationOf } from "@/lib/contract/template/mdl-elements";
import { clearDashboardState, pointAtService, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { type FaultServer, json, startFaultServer } from "@/lib/dashboard/testing/fault-server";
import { content, element } from "./template.test-data";
import { updateTemplateAction } from "./template-actions";
import { type TemplateContent, type TemplateFormValues, templateEditor } from "./template-editor";
import { toggled, type WantedElement, wantedOf } from "./template-elements";

vi.mock("next/headers", async () => (await import("@/lib/dashboard/testing/dashboard-state")).nextHeaders);
vi.mock("next/cache", () => ({ revalidatePath: () => {} }));
// The memory of one request; outside of React's server rendering there is none.
vi.mock("react", async (original) => ({ ...(await original<object>()), cache: (call: unknown) => call }));

const { fields, valuesOf, contentOf, changes, faults } = templateEditor;
const inWords = (change: ReturnType<typeof changes>[number]) => templateEditor.changeInWords(change, new Map());

const RUNS = process.env.LONG ? 2000 : 60;
const WITHIN_MS = 60_000 + RUNS * 1000;

/** What the service holds, and how often it was written to. */
let stored: TemplateContent = { name: "", type: "", elements: {} };
let writes = 0;
let conflicts = 0;
let service: FaultServer;

beforeAll(async () => {
	service = await startFaultServer();
	service.handle = ({ method, body }, response) => {
		if (method === "PATCH") {
			const { name = stored.name, type = stored.type, presentation } = JSON.parse(body);
			stored = { name, type, elements: presentation ? elementsOf(presentation) : stored.elements };
			writes += 1;
		}
		const { name, type, elements } = stored;
		json(response, 200, { id: "vct_1", name, type, presentation: presentationOf(elements) });
	};
	await pointAtService(service.address);
	signInAs("editor");
});
afterAll(async () => {
	await clearDashboardState();
	await service.close();
});

/** One admin's open page: what is shown follows from this alone. */
class Page {
	step: EditStep<typeof fields> = { edit: { baseline: stored, conflict: null }, values: valuesOf(stored) };
	source: readonly WantedElement[] = wantedOf(stored.elements);
	saved: { before: TemplateContent } | null = null;

	get opened(): TemplateContent {
		return this.step.edit.baseline ?? expect.fail();
	}
	get wanted(): TemplateContent {
		return contentOf(this.step.values, this.opened);
	}
	get said() {
		return changes(this.opened, this.wanted);
	}

	edit(values: Partial<TemplateFormValues>) {
		this.step = { ...this.step, values: { ...this.step.values, ...values } };
	}

	take(step: EditStep<typeof fields>) {
		this.step = step;
		this.source = [...new Map([...this.source, ...wantedOf(this.opened.elements)])];
	}

	/** Presses Save, and holds the page to its word. */
	async save() {
		const [before, wroteBefore, said] = [stored, writes, this.said];
		const { edit, values } = this.step;
		const isStopped = faults(edit.baseline, values) !== null || isUndecided(templateEditor, edit, values);
		if (isStopped || said.length === 0) return;
		const form = new FormData();
		form.set("templateId", "vct_1");
		form.set("opened", JSON.stringify(this.opened));
		form.set("values", JSON.stringify(values));
		const answer = await updateTemplateAction({}, form);
		expect(answer.problem).toBeUndefined();
		expect(answer.faults).toBeUndefined();
		if (answer.conflict) {
			conflicts += 1;
			expect(writes).toBe(wroteBefore);
			expect(changes(answer.conflict.theirs, before)).toEqual([]);
			expect(changes(this.opened, before)).not.toEqual([]);
			return this.take(onConflict(templateEditor, { ...answer.conflict, yours: this.wanted }, values));
		}
		const { saved } = answer;
		if (!saved) return expect.fail("neither saved nor a conflict");
		expect(writes).toBe(wroteBefore + 1);
		// What was said is what was changed, by word and by value, and nothing else was.
		expect(changes(before, stored)).toEqual(expect.arrayContaining(said));
		expect(changes(before, stored).map(inWords).toSorted()).toEqual(said.map(inWords).toSorted());
		expect(saved.differing).toEqual([]);
		this.saved = saved;
		this.take(onSaved(templateEditor, saved.after, values, values));
		expect(this.said).toEqual([]);
	}
}

type World = { pages: [Page, Page] };
type Command = fc.AsyncCommand<object, World>;

function command(name: string, run: (world: World) => void | Promise<void>): Command {
	return { check: () => true, run: async (_, world) => run(world), toString: () => name };
}

const who = fc.constantFrom<0 | 1>(0, 1);
const commands = [
	fc
		.tuple(who, fc.constantFrom("Bar", "Door", "Desk", ""))
		.map(([one, name]) => command(`${one} renames to "${name}"`, ({ pages }) => pages[one].edit({ name }))),
	fc
		.tuple(who, fc.constantFrom("mdl", "other"))
		.map(([one, type]) => command(`${one} sets the type to ${type}`, ({ pages }) => pages[one].edit({ type }))),
	fc.tuple(who, element, fc.boolean()).map(([one, name, tick]) =>
		command(`${one} ${tick ? "ticks" : "clears"} ${name}`, ({ pages }) => {
			const page = pages[one];
			page.edit({ elements: toggled(page.step.values.elements, [name], tick, page.source) });
		}),
	),
	fc
		.tuple(who, fc.constantFrom("age_over_30", "nationality, x", ""))
		.map(([one, added]) => command(`${one} types "${added}"`, ({ pages }) => pages[one].edit({ added }))),
	fc.tuple(element, fc.constantFrom<unknown>(false, true)).map(([name, value]) =>
		command(`a program lists ${name} as ${value}`, () => {
			const entries = new Map(Object.entries(stored.elements)).set(name, value);
			stored = { ...stored, elements: Object.fromEntries(entries) };
		}),
	),
	who.map((one) => command(`${one} saves`, ({ pages }) => pages[one].save())),
	fc.tuple(who, fc.constantFrom<Choice>("baseline", "theirs", "yours")).map(([one, choice]) =>
		command(`${one} decides for ${choice}`, ({ pages }) => {
			const page = pages[one];
			const { conflict } = page.step.edit;
			const open =
				conflict && contestedChoices(templateEditor, conflict, page.step.values).find(({ chosen }) => chosen === null);
			if (open) page.take(onChoice(templateEditor, page.step, open.part, choice));
		}),
	),
	who.map((one) =>
		command(`${one} undoes`, ({ pages }) => {
			const page = pages[one];
			if (!page.saved || page.said.length > 0) return;
			const { before } = page.saved;
			page.edit(valuesOf(before));
			expect(changes(page.wanted, before)).toEqual([]);
			return page.save();
		}),
	),
	who.map((one) =>
		command(`${one} reloads`, ({ pages }) => {
			pages[one] = new Page();
		}),
	),
];

/** The service holds no template without elements. */
function isStorable({ elements }: TemplateContent): boolean {
	return Object.keys(elements).length > 0;
}

it(
	"says after every step of two admins exactly what a save then does, and writes over nothing that was not shown",
	async () => {
		await fc.assert(
			fc.asyncProperty(
				content.filter(isStorable),
				fc.commands(commands, { maxCommands: 80, size: "max" }),
				async (start, steps) => {
					stored = start;
					await fc.asyncModelRun(
						() => ({ model: {}, real: { pages: [new Page(), new Page()] as [Page, Page] } }),
						steps,
					);
				},
			),
			{ numRuns: RUNS },
		);
		expect(writes).toBeGreaterThan(RUNS / 2);
		expect(conflicts).toBeGreaterThan(RUNS / 4);
	},
	WITHIN_MS,
);
