import { describe, expect, test } from "vitest";
import { heldConfig } from "../../config";
import { createTemplate, deleteTemplate, getTemplate, listTemplates, updateTemplate } from "../../management/templates";
import { pruneStore } from "../../store/prune-store";
import { readPurpose, writePurpose } from "../../store/template-purposes";
import { goneTemplates, TEMPLATE_VERSIONS_MAX } from "../../store/template-versions";
import { noPurpose } from "../purpose";
import { DAY_MS, describeVersions, elsewhere, passTime, request, tenant, told } from "./versions.test-data";

describeVersions("templates that are gone, and old versions", () => {
	describe("a template that is gone", () => {
		test("is found by a read of it, and by a complete listing of several pages", async () => {
			for (const id of ["vct_1", "vct_2", "vct_3"]) elsewhere(id, { ...request, name: id });
			await listTemplates();
			passTime();
			tenant.stored.delete("vct_1");
			await getTemplate("vct_1").catch(() => {});
			tenant.stored.delete("vct_2");
			const page = await listTemplates(undefined, 1);
			expect(page.templates.map(({ id }) => id)).toEqual(["vct_3"]);
			elsewhere("vct_4", { ...request, name: "vct_4" });
			passTime();
			tenant.stored.delete("vct_3");
			elsewhere("vct_5", { ...request, name: "vct_5" });
			const { next } = await listTemplates(undefined, 1);
			expect(await told("vct_3")).toHaveLength(1);
			await listTemplates(next ?? undefined, 1);
			expect((await goneTemplates(9)).map(({ templateId, origin }) => [templateId, origin])).toEqual([
				["vct_3", "elsewhere"],
				["vct_2", "elsewhere"],
				["vct_1", "elsewhere"],
			]);
		});

		test("is not one that was created while the listing was read, nor one of another tenant", async () => {
			tenant.during = async (method) => {
				tenant.during = () => {};
				if (method === "GET") await createTemplate(request);
			};
			await listTemplates();
			expect(await told("vct_1")).toEqual(["Age: own editor"]);
			passTime();
			tenant.stored.clear();
			const config = heldConfig.get();
			heldConfig.set({ ...config, management: { ...config.management, baseUrl: `${config.management.baseUrl}/` } });
			await listTemplates();
			expect(await told("vct_1")).toEqual(["Age: own editor"]);
		});

		test("is there again where it is read again", async () => {
			elsewhere("vct_1", request);
			await listTemplates();
			passTime();
			tenant.stored.clear();
			await listTemplates();
			passTime();
			elsewhere("vct_1", request);
			await getTemplate("vct_1");
			expect(await told("vct_1")).toEqual(["Age: seen", "gone: elsewhere", "Age: elsewhere"]);
			expect(await goneTemplates(9)).toEqual([]);
		});
	});

	describe("versions are kept", () => {
		test("as long as the audit trail, the newest of a template that exists for ever", async () => {
			const { id } = await createTemplate(request);
			await updateTemplate(id, { name: "Age 2" }, await getTemplate(id));
			passTime(90 * DAY_MS);
			await pruneStore();
			expect(await told(id)).toHaveLength(2);
			passTime();
			await pruneStore();
			expect(await told(id)).toEqual(["Age 2: own editor"]);
			passTime(1000 * DAY_MS);
			await pruneStore();
			expect(await told(id)).toEqual(["Age 2: own editor"]);
		});

		test("of a template that is gone for as long, its purpose for 30 days", async () => {
			const { id } = await createTemplate(request);
			await writePurpose(undefined, id, "Age", noPurpose, { ...noPurpose, purpose: "To sell beer" });
			passTime();
			await deleteTemplate(id);
			passTime(30 * DAY_MS);
			await pruneStore();
			expect([(await goneTemplates(9)).length, (await readPurpose(id)).purpose]).toEqual([1, "To sell beer"]);
			passTime();
			await pruneStore();
			expect([(await goneTemplates(9)).length, (await readPurpose(id)).purpose]).toEqual([0, ""]);
			expect(await told(id)).toHaveLength(2);
			passTime(60 * DAY_MS);
			await pruneStore();
			expect(await told(id)).toEqual([]);
		});

		test(`at most ${TEMPLATE_VERSIONS_MAX} of a template`, async () => {
			const { id } = await createTemplate(request);
			for (let count = 0; count <= TEMPLATE_VERSIONS_MAX; count += 1) {
				elsewhere(id, { name: `Age ${count}` });
				passTime();
				await getTemplate(id);
			}
			const names = await told(id);
			expect([names.length, names[0], names.at(-1)]).toEqual([
				TEMPLATE_VERSIONS_MAX,
				"Age 1: elsewhere",
				`Age ${TEMPLATE_VERSIONS_MAX}: elsewhere`,
			]);
		});
	});
});
