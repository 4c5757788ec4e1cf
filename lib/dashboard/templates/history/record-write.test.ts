import { describe, expect, test } from "vitest";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { newestAuditEntries } from "../../audit/audit-trail";
import { createTemplate, deleteTemplate, getTemplate, listTemplates, updateTemplate } from "../../management/templates";
import { versionsOfTemplate } from "../../store/template-versions";
import { json } from "../../testing/fault-server";
import { printOf } from "../request-print";
import { printsOfWrites } from "./read-history";
import { asAnotherInstance, describeVersions, elsewhere, passTime, request, tenant, told } from "./versions.test-data";

describeVersions("own writes", () => {
	describe("an own write is never a change made elsewhere", () => {
		const expectOwn = async (id = "vct_1") => {
			passTime();
			await listTemplates();
			await getTemplate(id).catch(() => {});
			return told(id);
		};

		test("where a read sees it before its response", async () => {
			elsewhere("vct_1", request);
			const current = await getTemplate("vct_1");
			tenant.during = async (method) => {
				if (method !== "PATCH") return;
				await listTemplates();
				await getTemplate("vct_1");
			};
			await updateTemplate("vct_1", { name: "Age 2" }, current);
			expect(await expectOwn()).toEqual(["Age: seen", "Age 2: own editor"]);
		});

		test("where a read that began before it ends after it", async () => {
			elsewhere("vct_1", request);
			const current = await getTemplate("vct_1");
			for (const read of [() => listTemplates(), () => getTemplate("vct_1")]) {
				passTime();
				const name = `Age ${Math.random()}`;
				let isOnce = true;
				tenant.during = async (method) => {
					if (method !== "GET" || !isOnce) return;
					isOnce = false;
					await updateTemplate("vct_1", { name }, current);
				};
				await read();
				expect((await versionsOfTemplate("vct_1"))[0]).toMatchObject({ origin: "own", content: { name } });
			}
			expect((await versionsOfTemplate("vct_1")).map(({ origin }) => origin)).toEqual(["own", "own", "seen"]);
		});

		test.each(["create", "change", "deletion"])("where the response of a %s was lost", async (kind) => {
			if (kind !== "create") elsewhere("vct_1", request);
			const current = kind === "create" ? undefined : await getTemplate("vct_1");
			tenant.loses.response = true;
			if (kind === "create") await createTemplate(request);
			if (kind === "change") await updateTemplate("vct_1", { name: "Age 2" }, current);
			if (kind === "deletion") await deleteTemplate("vct_1");
			const first = kind === "create" ? [] : ["Age: seen"];
			const last = { create: "Age: own editor", change: "Age 2: own editor", deletion: "gone: own editor" }[kind];
			expect(await expectOwn()).toEqual([...first, last]);
		});

		test.each(["create", "change", "deletion"])(
			"where the outcome of a %s was unknown until a later read, also after a restart",
			async (kind) => {
				if (kind !== "create") elsewhere("vct_1", request);
				const current = kind === "create" ? undefined : await getTemplate("vct_1");
				tenant.loses = { response: true, lookUp: true };
				const write =
					kind === "create"
						? createTemplate(request)
						: kind === "change"
							? updateTemplate("vct_1", { name: "Age 2" }, current)
							: deleteTemplate("vct_1");
				await expect(write).rejects.toMatchObject({ outcomeUnknown: true });
				asAnotherInstance();
				tenant.loses = { response: false, lookUp: false };
				passTime(3_600_000);
				const first = kind === "create" ? [] : ["Age: seen"];
				const last = { create: "Age: own editor", change: "Age 2: own editor", deletion: "gone: own editor" }[kind];
				expect(await expectOwn()).toEqual([...first, last]);
			},
		);

		test("where another instance's write ends later, but was carried out before", async () => {
			elsewhere("vct_1", request);
			const current = await getTemplate("vct_1");
			let isFirst = true;
			tenant.during = async (method) => {
				if (method !== "PATCH" || !isFirst) return;
				isFirst = false;
				passTime(10);
				await updateTemplate("vct_1", { name: "Second" }, { ...current, name: "First" });
				passTime(10);
			};
			await updateTemplate("vct_1", { name: "First" }, current);
			expect(await expectOwn()).toEqual(["Age: seen", "First: own editor", "Second: own editor"]);
			expect(await expectOwn()).toHaveLength(3);
		});

		test("where it was refused, and the same change is made elsewhere, that is elsewhere", async () => {
			elsewhere("vct_1", request);
			const current = await getTemplate("vct_1");
			const { handle } = tenant.service;
			tenant.service.handle = (seen, response) =>
				seen.method === "PATCH" ? json(response, 400, { message: "no" }) : handle(seen, response);
			await expect(updateTemplate("vct_1", { name: "Age 2" }, current)).rejects.toMatchObject({ kind: "rejected" });
			passTime();
			elsewhere("vct_1", { name: "Age 2" });
			expect(await expectOwn()).toEqual(["Age: seen", "Age 2: elsewhere"]);
		});
	});

	test("the trail's rows have the prints of what their writes left: none of one that failed or deleted the template", async () => {
		await createTemplate(request);
		const change = { presentation: presentationOf({ portrait: true, birth_date: true }) };
		await updateTemplate("vct_1", change, await getTemplate("vct_1"));
		elsewhere("vct_1", { presentation: presentationOf({ family_name: true }) });
		passTime();
		await getTemplate("vct_1");
		await expect(createTemplate(request)).rejects.toThrow();
		await updateTemplate("vct_1", { name: "Age 2" }, await getTemplate("vct_1"));
		await deleteTemplate("vct_1");
		const entries = await newestAuditEntries(9);
		const prints = await printsOfWrites(entries);
		expect(entries.map(({ id, operation }) => [operation, prints.get(id)])).toEqual([
			["delete_vc_templates_by_id", undefined],
			["patch_vc_templates_by_id", printOf({ family_name: true })],
			["post_vc_templates", undefined],
			["patch_vc_templates_by_id", printOf({ portrait: true, birth_date: true })],
			["post_vc_templates", printOf({ portrait: true })],
		]);
	});
});
