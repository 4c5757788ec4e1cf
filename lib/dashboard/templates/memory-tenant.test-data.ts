import type { ApplyPorts } from "./apply-templates";
import { applyPlan, type ItemResult } from "./apply-templates";
import { type FolderFile, planTemplates, type StoredTemplate } from "./plan-templates";
import type { Baseline, Baselines } from "./template-baseline";
import { templateFileName } from "./template-file";
import type { PlanItem, PlanMode, TemplatePlan } from "./template-plan";
import type { WholeTemplate } from "./whole-template";

const TENANT = "https://tenant.example.com/api/v2";
const CAREFUL: PlanMode = { deletes: false, recreates: false, keep: null };

/** A tenant in memory, in which each name exists once, beside a folder that was exported from it. */
export class MemoryTenant {
	readonly stored = new Map<string, WholeTemplate>();
	readonly files = new Map<string, WholeTemplate>();
	readonly #baseline = new Map<string, { file: string; template: WholeTemplate }>();
	/** What was sent, in order: "create A". */
	readonly sent: string[] = [];
	#count = 0;

	add(template: WholeTemplate): string {
		this.#count += 1;
		const id = `vct_${String(this.#count).padStart(3, "0")}`;
		this.stored.set(id, template);
		return id;
	}

	export(): this {
		this.files.clear();
		this.#baseline.clear();
		for (const [id, template] of this.stored) {
			const file = templateFileName(template.name);
			this.files.set(file, template);
			this.#baseline.set(id, { file, template });
		}
		return this;
	}

	plan(
		mode: Partial<PlanMode> = {},
		baselines: Baselines = new Map([[TENANT, this.#baseline as Baseline]]),
	): TemplatePlan {
		return planTemplates({
			tenant: TENANT,
			files: [...this.files].map(
				([file, template]): FolderFile => ({
					file,
					read: { template, lines: { name: 2, certificateAuthority: 5 } },
				}),
			),
			baselines,
			stored: [...this.stored.keys()].map((id) => this.#read(id)),
			mode: { ...CAREFUL, ...mode },
		});
	}

	/** Applies a plan as the command does. */
	async apply(
		plan: TemplatePlan,
		ports: Partial<ApplyPorts> = {},
	): Promise<[name: string, outcome: ItemResult["outcome"]][]> {
		const results: [string, ItemResult["outcome"]][] = [];
		const onResult = async (item: PlanItem, { outcome, id }: ItemResult) => {
			results.push([item.name, outcome]);
			if (item.id) this.#baseline.delete(item.id);
			if (id && item.file && item.ofFile) this.#baseline.set(id, { file: item.file, template: item.ofFile });
		};
		for (const { id, file, ofFile, action } of plan.items) {
			if (action === "unchanged" && id && file && ofFile) this.#baseline.set(id, { file, template: ofFile });
		}
		await applyPlan(
			plan.items,
			{ ...this.ports, ...ports },
			{ beforeEach: async () => {}, inTurn: (_, apply) => apply(), onResult },
		);
		return results;
	}

	readonly ports: ApplyPorts = {
		read: async (id) => (this.stored.has(id) ? this.#read(id) : null),
		create: async (template) => {
			this.#send("create", template.name, null);
			return this.add(template);
		},
		change: async (id, _, after) => {
			this.#send("change", after.name, id);
			this.stored.set(id, after);
		},
		remove: async (id, before) => {
			this.sent.push(`remove ${before.name}`);
			this.stored.delete(id);
		},
	};

	#read(id: string): StoredTemplate {
		const template = this.stored.get(id) ?? null;
		return { id, label: template?.name ?? id, template };
	}

	#send(verb: string, name: string, id: string | null): void {
		this.sent.push(`${verb} ${name}`);
		const isTaken = [...this.stored].some(([other, stored]) => other !== id && stored.name === name);
		if (isTaken) throw new Error(`The name ${name} is taken.`);
	}
}
