import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { changedByVera } from "@/app/_testing/changed-by-vera";
import { linesInWords } from "@/app/_testing/lines-in-words";
import { partsOf } from "@/app/_testing/result-parts";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { json } from "@/lib/dashboard/testing/fault-server";
import { updateConnectionAction } from "./connection-actions";
import type { ConnectionContent, ConnectionValues } from "./connection-editor";
import {
	create,
	formOf,
	fresh,
	kept,
	PATCH_CLIENTS,
	remove,
	saveOver,
	storedIn,
	switches,
} from "./connection-forms.test-data";
import { contentOf } from "./connection-request";
import { acme, type ConnectionTenant, PLANTED_SECRET, startConnectionTenant } from "./connection-tenant.test-data";

const KEY = "-----BEGIN PRIVATE KEY-----\nMIIB-planted-key\n-----END PRIVATE KEY-----\n";
const CERTIFICATE = "-----BEGIN CERTIFICATE-----\ncGxhbnRlZA==\n-----END CERTIFICATE-----\n";

let tenant: ConnectionTenant;
let baseline: ConnectionContent;
const stored = () => storedIn(tenant);
beforeEach(async () => {
	tenant = await startConnectionTenant();
	baseline = contentOf(stored());
});
afterEach(async () => {
	await clearDashboardState();
	await tenant.service.close();
});
const save = (values: Partial<ConnectionValues>, fields?: Record<string, string>) => saveOver(baseline, values, fields);
/** Matches the error of a redirect to the path. */
const redirectTo = (path: string) => ({ digest: expect.stringContaining(path) });

describe("nothing is requested from the tenant", () => {
	test.each(["viewer", "support"] as const)("for the role %s", async (role) => {
		signInAs(role);
		const states = await Promise.all([
			...[save({ issuer: "urn:b" }), save({}, { intent: "turn-off" }), save({}, { intent: "fill", metadata: "<a/>" })],
			...[create(fresh), create({}, { intent: "fill", metadata: "<a/>" }), remove()],
		]);
		for (const { problem } of states) expect(problem).toBeDefined();
		expect([tenant.reads, tenant.writes]).toEqual([[], []]);
	});

	test("for a private key, which is removed and stored nowhere", async () => {
		const native = { connectionId: acme.id, opened: JSON.stringify(baseline), name: "acme", signingCert: KEY };
		const states = [
			await save({ signingCert: KEY }),
			await create({ ...fresh, signingCert: KEY }),
			await partsOf(updateConnectionAction({}, formOf(native))),
		];
		for (const state of states) {
			expect(state).toMatchObject({ values: { signingCert: "" } });
			expect(state.faults?.signingCert).toContain("private key");
		}
		expect(JSON.stringify(states) + (await kept())).not.toContain("planted-key");
		expect(tenant.reads).toEqual([]);
	});
});

describe("a save", () => {
	test("sends what changed together with everything else that is stored, and shows nothing of that", async () => {
		const state = await save({ issuer: "urn:b", isQuietSignOut: true });
		expect(tenant.writes).toEqual([
			{
				what: "PATCH /connections/con_acme",
				body: { display_name: "Acme", options: { ...acme.options, issuer: "urn:b", disableSignout: true } },
			},
		]);
		expect(state.saved).toMatchObject({ before: { issuer: "urn:acme" }, after: { issuer: "urn:b" }, differing: [] });
		expect(linesInWords(state.saved?.history?.[0]?.lines)?.toSorted()).toEqual([
			"Sets the provider's entity ID to “urn:b” (was “urn:acme”)",
			"Switches “Don't notify the provider when a user signs out” on",
		]);
		expect(JSON.stringify(state) + (await kept())).not.toContain(PLANTED_SECRET);
	});

	test("records no certificate in the trail, only that there is another", async () => {
		await save({ signingCert: CERTIFICATE });
		const all = await kept();
		expect(all).toContain("+options.signingCert");
		expect(all).not.toContain("cGxhbnRlZA");
	});

	test.each([
		["options.signingCert", "signingCert"],
		["options.fieldsMap.email", "mapping"],
		["options.cert", "signingCert"],
		["options.idpinitiated", "defaultClient"],
		["options.idpinitiated.enabled", "defaultClient"],
		["options.idpinitiated.client_id", "defaultClient"],
		["options.idpinitiated.client_protocol", "defaultProtocol"],
		["options.idpinitiated.client_authorizequery", "defaultQuery"],
		["options.user_id_attribute", "userIdAttribute"],
		["display_name", "displayName"],
	])("that the tenant refuses for %s lands on its field", async (property, field) => {
		tenant.before = (what, response) => {
			if (!what.startsWith("PATCH")) return false;
			const message = `Payload validation error: 'no' on property ${property} (words).`;
			json(response, 400, { statusCode: 400, message });
			return true;
		};
		expect(Object.keys((await save({ issuer: "urn:b" })).faults ?? {})).toEqual([field]);
	});

	test("whose response got lost is looked up: it was carried out, or nothing was changed", async () => {
		let isCarriedOut = true;
		tenant.before = (what, response) => {
			if (!what.startsWith("PATCH")) return false;
			const { body } = tenant.writes.at(-1) ?? {};
			if (isCarriedOut && what === PATCH_CLIENTS) tenant.clients.set(acme.id, ["portal"]);
			else if (isCarriedOut) tenant.connections.set(acme.id, { ...stored(), ...(body as object) });
			response.socket?.destroy();
			return true;
		};
		expect((await save({ clients: ["portal"], issuer: "urn:b" })).saved).toMatchObject({
			after: { clients: ["portal"], issuer: "urn:b" },
		});
		isCarriedOut = false;
		baseline = contentOf(stored());
		expect((await save({ clients: [] })).problem?.title).toBe("Not carried out");
	});

	test("whose response got lost is not known to be carried out where the options can't be read any more", async () => {
		tenant.before = (what, response) => {
			if (!what.startsWith("PATCH")) return false;
			const { options: _, ...others } = acme;
			tenant.connections.set(acme.id, others);
			response.socket?.destroy();
			return true;
		};
		expect((await save({ issuer: "urn:b" })).problem?.title).toBe("Not confirmed");
	});

	test("that conflicts with another admin's change reports its author and time; turning it off as well", async () => {
		const { openedAt, changedBy } = await changedByVera("patch_connections_by_id", acme.id);
		tenant.connections.set(acme.id, { ...stored(), display_name: "Theirs" });
		const conflicting = { conflict: { theirs: { displayName: "Theirs" }, changedBy } };
		expect(await save({ displayName: "Yours" }, { openedAt })).toMatchObject(conflicting);
		expect(await save({}, { openedAt, intent: "turn-off" })).toMatchObject(conflicting);
		expect(tenant.writes).toEqual([]);
	});

	test("turns it off without saving other edits, which stay in the form", async () => {
		const state = await save({ issuer: "urn:typed" }, { intent: "turn-off" });
		expect(tenant.writes).toEqual([{ what: PATCH_CLIENTS, body: switches(["shop"], false) }]);
		expect(state).toMatchObject({ values: { issuer: "urn:typed", clients: [] }, baseline: { clients: [] } });
		expect(linesInWords(state.saved?.history?.[0]?.lines)).toEqual(["Stops shop from using it"]);
	});
});

describe("a new connection", () => {
	test("is created with what was entered, and redirects to its page", async () => {
		await expect(create({ ...fresh, displayName: "Fresh", issuer: "urn:f" })).rejects.toMatchObject(
			redirectTo("/connections/con_1"),
		);
		expect(tenant.writes[0]?.body).toEqual({
			name: "fresh",
			display_name: "Fresh",
			strategy: "samlp",
			show_as_button: true,
			options: { issuer: "urn:f", signInEndpoint: "https://fresh.example/in" },
		});
		expect(await kept()).toContain("Identity provider created.");
	});

	test("is switched on in a second request", async () => {
		await expect(create({ ...fresh, clients: ["shop"] })).rejects.toMatchObject(redirectTo("/connections/con_1"));
		expect(tenant.writes.map(({ what }) => what)).toEqual(["POST /connections", "PATCH /connections/con_1/clients"]);
		expect(tenant.writes[1]?.body).toEqual(switches(["shop"], true));
		expect(await kept()).toContain("Identity provider created.");
	});

	test("that was created but not switched on says so, and its page has the applications ticked", async () => {
		tenant.before = (what, response) => {
			if (!what.endsWith("/clients") || !what.startsWith("PATCH")) return false;
			json(response, 403, { statusCode: 403, error: "Forbidden", message: "Not now." });
			return true;
		};
		const made = create({ ...fresh, clients: ["shop", "portal"] });
		await expect(made).rejects.toMatchObject(redirectTo("/connections/con_1?on=shop&on=portal"));
		expect(await kept()).toContain("Identity provider created. Not switched on for shop, portal.");
	});

	test("whose name is taken is refused at the name", async () => {
		const state = await create({ ...fresh, name: "acme" });
		expect(state.faults?.name).toBe(
			"An identity provider with this name already exists. The tenant said: A connection with the same name already exists",
		);
		expect(state.values).toMatchObject({ name: "acme", signInEndpoint: fresh.signInEndpoint });
	});

	test("whose response got lost is looked up by its name", async () => {
		let isCarriedOut = true;
		tenant.before = (what, response) => {
			if (what !== "POST /connections") return false;
			const { body } = tenant.writes.at(-1) ?? {};
			if (isCarriedOut) tenant.connections.set("con_lost", { ...(body as typeof acme), id: "con_lost" });
			response.socket?.destroy();
			return true;
		};
		await expect(create(fresh)).rejects.toMatchObject(redirectTo("/connections/con_lost"));
		tenant.withhold("read:connections_options");
		await expect(create({ ...fresh, issuer: "urn:f" })).rejects.toMatchObject(redirectTo("/connections/con_lost"));
		tenant.withhold();
		isCarriedOut = false;
		expect((await create({ ...fresh, name: "other" })).problem?.title).toBe("Not carried out");
		expect((await create({ ...fresh, issuer: "urn:else" })).faults).toHaveProperty("name");
	});
});

describe("a deleted connection", () => {
	test("redirects to the list, and the trail has its name", async () => {
		await expect(remove()).rejects.toMatchObject(redirectTo("/connections"));
		expect(tenant.connections.size).toBe(0);
		expect(await kept()).toContain('"name":"Acme"');
	});

	test("that is gone already, or of another kind, is missing", async () => {
		expect((await remove("con_none")).problem?.title).toBe("No identity provider with this ID");
		tenant.connections.set(acme.id, { ...stored(), strategy: "auth0" });
		expect((await remove()).problem?.title).toBe("No identity provider with this ID");
		expect(tenant.writes).toEqual([]);
	});
});

describe("metadata", () => {
	const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:new"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://new.example/in"/></IDPSSODescriptor></EntityDescriptor>`;

	test("fills the form beside what was typed, and requests nothing from the tenant", async () => {
		for (const state of [
			await save({ displayName: "Typed" }, { intent: "fill", metadata }),
			await create({ displayName: "Typed" }, { intent: "fill", metadata }),
		]) {
			expect(state).toMatchObject({
				fill: { notes: expect.arrayContaining([expect.stringContaining("entity ID to “urn:new”")]) },
				values: { displayName: "Typed", issuer: "urn:new", signInEndpoint: "https://new.example/in" },
			});
		}
		expect([tenant.reads, tenant.writes]).toEqual([[], []]);
	});

	test("that can't be read, or is too long, fills in nothing, and reports why", async () => {
		for (const [text, words] of [
			["<html/>", "html"],
			["", "Paste the metadata first"],
			[" ".repeat(300_000) + metadata, "KB"],
		] as const) {
			const state = await save({ issuer: "urn:typed" }, { intent: "fill", metadata: text });
			expect(state).toMatchObject({
				fill: { refusal: expect.stringContaining(words) },
				values: { issuer: "urn:typed" },
			});
		}
	});
});
