import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { presentationOf } from "@/lib/contract/template/mdl-elements";
import { isDatabaseError } from "@/lib/database/error-codes";
import { findTemplate, replaceTemplate } from "../store/templates";
import { asReceived } from "../testing/service-request";
import { TEMPLATES, templateCalls } from "../testing/template-calls";
import { describeOnEachEngine, FORM, openTestTenant, type TestTenant } from "../testing/test-tenant";
import { templateOperations } from "./templates";

describeOnEachEngine("one template", (open) => {
	let tenant: TestTenant;
	beforeAll(async () => {
		tenant = await open();
	});
	afterAll(() => tenant.close());
	const { patch, created } = templateCalls(() => tenant);

	const missing = {
		statusCode: 404,
		error: "Not Found",
		message: "The verifiable credential template does not exist.",
	};

	it("that does not exist is 404 to read and to change, and 204 to delete", async () => {
		for (const id of ["vct_0000000000000000", "x", "%2F", "..%2f"]) {
			expect((await tenant.call("GET", `${TEMPLATES}/${id}`)).json).toEqual(missing);
			expect((await patch(id, { name: "x" })).json).toEqual(missing);
			expect((await patch(id, {})).json).toEqual(missing);
			expect((await tenant.call("DELETE", `${TEMPLATES}/${id}`)).status).toBe(204);
		}
	});

	it("is refused by an identifier that no template can have", async () => {
		for (const [id, text] of [
			["a".repeat(27), "String is too long (27 chars), maximum 26"],
			["%00", "String does not match pattern"],
		]) {
			for (const method of ["GET", "PATCH", "DELETE"]) {
				expect(
					(await tenant.call(method, `${TEMPLATES}/${id}`, { body: method === "PATCH" ? {} : undefined })).json,
				).toMatchObject({
					statusCode: 400,
					message: expect.stringContaining(`Path validation error: '${text}`),
					errorCode: "invalid_uri",
				});
			}
		}
	});

	it("changes in what the update names, and in its time; the presentation is replaced whole", async () => {
		const before = await created({ presentation: presentationOf({ portrait: true, age_over_18: true }) });
		tenant.passMilliseconds(5000);
		const presentation = presentationOf({ birth_date: true });
		const after = { ...before, presentation, type: "other", updated_at: tenant.service.now().toISOString() };
		const response = await patch(before.id, { presentation, type: "other" });
		expect(response.status).toBe(200);
		expect(response.json).toEqual(after);
		expect((await tenant.call("GET", `${TEMPLATES}/${before.id}`)).json).toEqual(after);
	});

	it("is unchanged, its time included, by {} and by nulls", async () => {
		const before = await created();
		tenant.passMilliseconds(5000);
		const nulls = { name: null, type: null, dialect: null, well_known_trusted_issuers: null, version: null };
		for (const body of [{}, nulls, { version: 2 }]) {
			const response = await patch(before.id, body);
			expect([response.status, response.json]).toEqual([200, before]);
		}
	});

	it("can be updated by a form", async () => {
		const { id } = await created();
		for (const version of ["3", "1.5", "-2e3"]) expect((await patch(id, `version=${version}`, FORM)).status).toBe(200);
		const body = "name=From+a+form&presentation[org.iso.18013.5.1.mDL][org.iso.18013.5.1][portrait]=true";
		const response = await patch(id, body, FORM);
		expect(response.json).toMatchObject({ name: "From a form", presentation: presentationOf({ portrait: true }) });
	});

	it.each([
		[{ custom_certificate_authority: "x" }, "Additional properties not allowed: custom_certificate_authority"],
		[{ id: "x" }, "Additional properties not allowed: id"],
		[{ name: "" }, "String is too short (0 chars), minimum 1"],
		[{ name: "😀".repeat(256) }, "String is too long (256 chars), maximum 255"],
		[{ dialect: "x" }, "String does not match pattern"],
		[{ presentation: null }, "Expected type object but found type null"],
		[{ presentation: presentationOf({}) }, "Too few properties defined (0), minimum 1"],
		[{ version: "1" }, "Expected type number but found type string"],
	])("refuses the update %j", async (body, text) => {
		const { id } = await created();
		expect((await patch(id, body)).json).toMatchObject({ statusCode: 400, message: expect.stringContaining(text) });
	});

	it("cannot have another template's name, but may keep its own", async () => {
		const [one, other] = [await created(), await created()];
		expect((await patch(one.id, { name: other.name })).json).toMatchObject({
			statusCode: 409,
			message: "Template (name) already exists.",
		});
		expect((await patch(one.id, { name: one.name })).status).toBe(200);
	});

	it("is not overwritten with what was read before another change", async () => {
		const { id } = await created();
		const { database } = tenant.service;
		const before = await findTemplate(database, id);
		expect((await patch(id, { type: "changed" })).status).toBe(200);
		if (!before) throw new Error("not created");
		expect(await replaceTemplate(database, { ...before, document: "{}" }, before)).toBeNull();
		expect((await tenant.call("GET", `${TEMPLATES}/${id}`)).json).toMatchObject({ type: "changed" });
	});

	it("is gone after 204, and its name is free", async () => {
		const { id, name } = await created();
		const response = await tenant.call("DELETE", `${TEMPLATES}/${id}`);
		expect([response.status, response.text]).toEqual([204, ""]);
		expect((await tenant.call("GET", `${TEMPLATES}/${id}`)).json).toEqual(missing);
		await created({ name });
	});
});

describe("a template that another instance would change between the read and the write of an update", () => {
	it("is held until the update is over, so that both changes are kept", async () => {
		const tenant = await openTestTenant();
		const { id, document } = await tenant.service.database
			.selectFrom("templates")
			.selectAll()
			.executeTakeFirstOrThrow();
		const elsewhere = new DatabaseSync(path.join(tenant.dataDir, "identity-service.sqlite"));
		const change = elsewhere.prepare("update templates set document = ? where id = ? and document = ?");
		const changeElsewhere = () => {
			const changed = JSON.stringify({ ...JSON.parse(document), type: "from elsewhere" });
			return change.run(changed, id, document).changes;
		};
		const refusals: unknown[] = [];
		// The update reads the clock after it has read the template.
		const now = () => {
			try {
				changeElsewhere();
			} catch (error) {
				refusals.push(error);
			}
			return tenant.service.now();
		};
		const caller = { clientId: tenant.clientId("management"), scopes: [], global: true };
		const init = {
			method: "PATCH",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ name: "From here" }),
		};
		const request = asReceived(tenant.service, `http://localhost:3000/api/v2${TEMPLATES}/${id}`, init, { id });
		const update = templateOperations.find(({ name }) => name === "patch_vc_templates_by_id");
		const response = await update?.handle({ ...tenant.service, now }, Object.assign(request, { caller }));
		const updated = await response?.json();
		expect(refusals.map((error) => isDatabaseError(error, "locked"))).toEqual([true]);
		expect(updated).toMatchObject({ name: "From here" });
		// It has to read again first.
		expect(changeElsewhere()).toBe(0);
		expect((await tenant.call("GET", `${TEMPLATES}/${id}`)).json).toEqual(updated);
		elsewhere.close();
		await tenant.close();
	});
});
