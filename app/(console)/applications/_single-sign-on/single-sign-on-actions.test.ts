import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changedByVera } from "@/app/_testing/changed-by-vera";
import { linesInWords } from "@/app/_testing/lines-in-words";
import { partsOf } from "@/app/_testing/result-parts";
import type { Application } from "@/lib/contract/client/application";
import { flushExchanges } from "@/lib/dashboard/exchanges/exchanges";
import { dashboardDatabase } from "@/lib/dashboard/store/dashboard-database";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { contentOf } from "../_edit/add-ons";
import { type ApplicationTenant, PLANTED_SECRET, startApplicationTenant } from "../_edit/application-tenant.test-data";
import { type SingleSignOnContent, type SingleSignOnValues, singleSignOnEditor } from "../_edit/single-sign-on-editor";
import { singleSignOnAction } from "./single-sign-on-actions";

const addons = { samlp: { audience: "urn:a", odd: [1] }, firebase: { private_key: PLANTED_SECRET } };

let tenant: ApplicationTenant;
let baseline: SingleSignOnContent;
const shop = () => tenant.applications.get("shop") as Application & { addons?: unknown };
beforeEach(async () => {
	tenant = await startApplicationTenant();
	tenant.applications.set("shop", { ...shop(), addons } as Application);
	baseline = contentOf(shop() as never);
});
afterEach(async () => {
	await clearDashboardState();
	await tenant.service.close();
});

function formOf(fields: Record<string, string>): FormData {
	const form = new FormData();
	for (const [name, text] of Object.entries(fields)) form.set(name, text);
	return form;
}
const save = (values: Partial<SingleSignOnValues>, fields: Record<string, string> = {}) =>
	partsOf(
		singleSignOnAction(
			{},
			formOf({
				applicationId: "shop",
				opened: JSON.stringify(baseline),
				values: JSON.stringify({ ...singleSignOnEditor.valuesOf(baseline), ...values }),
				...fields,
			}),
		),
	);

/** All that the console's own store holds. */
async function stored(): Promise<string> {
	await flushExchanges();
	const database = await dashboardDatabase();
	const tables = ["audit_trail", "exchanges", "flash_messages"] as const;
	return JSON.stringify(await Promise.all(tables.map((table) => database.selectFrom(table).selectAll().execute())));
}

describe("nothing is requested from the tenant", () => {
	test.each(["viewer", "support"] as const)("for the role %s", async (role) => {
		signInAs(role);
		expect((await save({ audience: "urn:b" })).problem).toBeDefined();
		expect((await save({}, { intent: "fill", metadata: "<a/>" })).problem).toBeDefined();
		expect([tenant.reads, tenant.writes]).toEqual([[], []]);
	});
});

describe("a save", () => {
	test("that conflicts with another admin's change reports its author and time", async () => {
		const { openedAt, changedBy } = await changedByVera("patch_clients_by_id", "shop");
		tenant.applications.set("shop", { ...shop(), addons: { samlp: { audience: "urn:theirs" } } } as Application);
		expect(await save({ audience: "urn:b" }, { openedAt })).toMatchObject({
			conflict: { theirs: { audience: "urn:theirs" }, changedBy },
		});
	});

	test("sends what changed together with everything else that is stored, and shows nothing of that", async () => {
		const state = await save({ audience: "urn:b", signResponse: "on" });
		expect(tenant.writes).toEqual([
			{
				what: "PATCH /clients/shop",
				body: { addons: { ...addons, samlp: { audience: "urn:b", odd: [1], signResponse: true } } },
			},
		]);
		expect(state.saved).toMatchObject({ before: { audience: "urn:a" }, after: { audience: "urn:b" }, differing: [] });
		expect(linesInWords(state.saved?.history?.[0]?.lines)).toEqual([
			"Sets the audience to “urn:b” (was “urn:a”)",
			"Switches “Sign the whole response” on",
		]);
		expect(JSON.stringify(state) + (await stored())).not.toContain(PLANTED_SECRET);
	});

	test("records no certificate in the trail, only that there is another", async () => {
		const signingCert = "-----BEGIN CERTIFICATE-----\nplanted-certificate\n-----END CERTIFICATE-----";
		await save({ signingCert });
		const kept = await stored();
		expect(kept).toContain("+addons.samlp.signingCert");
		expect(kept).not.toContain("planted-certificate");
	});

	test.each([
		["addons.samlp.signingCert", "signingCert"],
		["addons.samlp.logout.callback", "logoutCallback"],
		["addons.samlp.nameIdentifierProbes", "probes"],
		["addons.wsfed", "protocol"],
		["addons", "protocol"],
		["client_aliases", "aliases"],
	])("that the tenant refuses for %s lands on its field", async (property, field) => {
		tenant.before = (what, response) => {
			if (!what.startsWith("PATCH")) return false;
			const message = `Payload validation error: 'no' on property ${property} (words).`;
			json(response, 400, { statusCode: 400, message });
			return true;
		};
		expect(Object.keys((await save({ audience: "urn:b" })).faults ?? {})).toEqual([field]);
	});

	test("whose response got lost is looked up: it was carried out, or nothing was changed", async () => {
		let isCarriedOut = true;
		tenant.before = (what, response) => {
			if (!what.startsWith("PATCH")) return false;
			const { body } = tenant.writes.at(-1) ?? {};
			if (isCarriedOut) tenant.applications.set("shop", { ...shop(), ...(body as object) });
			response.socket?.destroy();
			return true;
		};
		const state = await save({ protocol: "off" });
		expect(state.saved).toMatchObject({ after: { protocol: "off" } });
		expect(shop().addons).toEqual({ firebase: addons.firebase });
		isCarriedOut = false;
		baseline = contentOf(shop() as never);
		expect((await save({ protocol: "wsfed" })).problem?.title).toBe("Not carried out");
	});
});

describe("metadata", () => {
	const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:new"><SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/></EntityDescriptor>`;

	test("fills the form beside what was typed, and requests nothing from the tenant", async () => {
		const state = await save({ issuer: "urn:typed" }, { intent: "fill", metadata });
		expect(state).toMatchObject({
			fill: { notes: expect.any(Array) },
			values: { audience: "urn:new", issuer: "urn:typed" },
		});
		expect([tenant.reads, tenant.writes]).toEqual([[], []]);
	});

	test("that can't be read fills in nothing, and reports why", async () => {
		const state = await save({ issuer: "urn:typed" }, { intent: "fill", metadata: "<html/>" });
		expect(state).toMatchObject({
			fill: { refusal: expect.stringContaining("html") },
			values: { issuer: "urn:typed" },
		});
	});
});
