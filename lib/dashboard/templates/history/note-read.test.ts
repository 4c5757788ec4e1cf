import { describe, expect, test } from "vitest";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { recordQueries } from "@/lib/database/testing/record-queries";
import { createTemplate, deleteTemplate, getTemplate, listTemplates, updateTemplate } from "../../management/templates";
import { dashboardDatabase, heldDatabase } from "../../store/dashboard-database";
import { writePurpose } from "../../store/template-purposes";
import { versionRequestsOf, versionsOfTemplate } from "../../store/template-versions";
import { acceptWrites } from "../../testing/dashboard-state";
import { noPurpose } from "../purpose";
import { asAnotherInstance, describeVersions, elsewhere, passTime, request, tenant, told } from "./versions.test-data";

describeVersions("versions", () => {
	describe("a version is added", () => {
		test("by each create, change and deletion of this console, with who, and by no read of them", async () => {
			const { id } = await createTemplate(request);
			await listTemplates();
			await updateTemplate(id, { name: "Age 2" }, await getTemplate(id));
			await getTemplate(id);
			await deleteTemplate(id);
			await getTemplate(id).catch(() => {});
			await listTemplates();
			expect(await told(id)).toEqual(["Age: own editor", "Age 2: own editor", "gone: own editor"]);
			const [gone, changed] = await versionsOfTemplate(id);
			expect(gone?.content).toEqual(changed?.content);
			expect(changed?.content).toEqual({ ...request, name: "Age 2", custom_certificate_authority: null });
			const requests = await versionRequestsOf(id, 2);
			expect(requests.map(({ position, names }) => [position, names])).toEqual([
				[3, ["portrait"]],
				[2, ["portrait"]],
			]);
			expect((await versionRequestsOf(id, 9, 2)).map(({ position }) => position)).toEqual([1]);
		});

		test("by a read of a change made elsewhere, between this read and the one before", async () => {
			elsewhere("vct_1", request);
			await getTemplate("vct_1");
			passTime();
			await listTemplates();
			const before = new Date().toISOString();
			passTime();
			elsewhere("vct_1", { presentation: presentationOf({ portrait: true, birth_date: true }) });
			await getTemplate("vct_1");
			expect(await told("vct_1")).toEqual(["Age: seen", "Age: elsewhere"]);
			expect((await versionsOfTemplate("vct_1"))[0]).toMatchObject({ fromAt: before, at: new Date().toISOString() });
		});

		test("once, where two instances see the same change at the same time", async () => {
			elsewhere("vct_1", request);
			await getTemplate("vct_1");
			passTime();
			elsewhere("vct_1", { name: "Age 2" });
			await Promise.all([getTemplate("vct_1"), listTemplates(), getTemplate("vct_1"), listTemplates()]);
			asAnotherInstance();
			await Promise.all([getTemplate("vct_1"), listTemplates()]);
			expect(await told("vct_1")).toEqual(["Age: seen", "Age 2: elsewhere"]);
		});

		test("by a read of an earlier state that was brought back elsewhere", async () => {
			elsewhere("vct_1", request);
			await getTemplate("vct_1");
			passTime();
			await updateTemplate("vct_1", { name: "Age 2" }, await getTemplate("vct_1"));
			passTime();
			elsewhere("vct_1", { name: "Age" });
			await getTemplate("vct_1");
			expect(await told("vct_1")).toEqual(["Age: seen", "Age 2: own editor", "Age: elsewhere"]);
		});

		test("with the purpose, as part of the save that it belongs to, or by itself", async () => {
			const { id } = await createTemplate(request);
			const purpose = { ...noPurpose, purpose: "To sell beer" };
			await writePurpose(undefined, id, "Age", noPurpose, purpose);
			expect(await told(id)).toEqual(["Age: own editor"]);
			passTime();
			await writePurpose(undefined, id, "Age", purpose, { ...purpose, retention: "none" });
			await getTemplate(id);
			expect(await told(id)).toEqual(["Age: own editor", "Age: own editor"]);
			const contents = (await versionsOfTemplate(id)).map(({ content }) => content.purpose?.retention);
			expect(contents).toEqual(["none", ""]);
		});
	});

	describe("no version is added", () => {
		test("by a property that a list omits, which the next read completes", async () => {
			elsewhere("vct_1", { ...request, custom_certificate_authority: "PEM" });
			tenant.omitted = ["custom_certificate_authority", "presentation"];
			await listTemplates();
			await getTemplate("vct_1");
			await listTemplates();
			expect(await told("vct_1")).toEqual(["Age: seen"]);
			expect((await versionsOfTemplate("vct_1"))[0]?.content).toEqual({
				...request,
				custom_certificate_authority: "PEM",
			});
		});

		test("by another order of the elements", async () => {
			elsewhere("vct_1", { ...request, presentation: presentationOf({ portrait: true, birth_date: true }) });
			await getTemplate("vct_1");
			passTime();
			elsewhere("vct_1", { presentation: presentationOf({ birth_date: true, portrait: true }) });
			await getTemplate("vct_1");
			expect(await told("vct_1")).toHaveLength(1);
		});

		test("where the store can't be written, and the read succeeds", async () => {
			elsewhere("vct_1", request);
			await acceptWrites(false);
			expect((await getTemplate("vct_1")).name).toBe("Age");
			await acceptWrites(true);
			await listTemplates();
			expect(await told("vct_1")).toEqual(["Age: seen"]);
		});
	});

	test("a page of a list costs one statement, and none where the same was read within a minute", async () => {
		for (let count = 1; count <= 30; count += 1) elsewhere(`vct_${count}`, { ...request, name: `T ${count}` });
		await listTemplates();
		const recorder = recordQueries(await dashboardDatabase());
		heldDatabase.set(Promise.resolve(recorder.database));
		const ofVersions = () => recorder.take().filter(({ sql }) => /template_/.test(sql));
		await listTemplates();
		const statements = ofVersions();
		expect(statements.filter(({ sql }) => /insert|update|delete/.test(sql))).toEqual([]);
		expect(statements).toHaveLength(1);
		await listTemplates();
		expect(ofVersions()).toEqual([]);
	});
});
