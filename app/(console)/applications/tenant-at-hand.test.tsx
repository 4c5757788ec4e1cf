import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { partsOf } from "@/app/_testing/result-parts";
import type { Application } from "@/lib/contract/client/application";
import { dashboardConfig } from "@/lib/dashboard/config";
import { clearDashboardState, signInAs } from "@/lib/dashboard/testing/dashboard-state";
import { contentOf } from "./_edit/add-ons";
import { updateApplicationAction } from "./_edit/application-actions";
import { type ApplicationTenant, startApplicationTenant } from "./_edit/application-tenant.test-data";
import { singleSignOnEditor } from "./_edit/single-sign-on-editor";
import { singleSignOnAction } from "./_single-sign-on/single-sign-on-actions";
import ApplicationPage from "./[id]/page";
import SingleSignOnPage from "./[id]/single-sign-on/page";

let tenant: ApplicationTenant;
beforeEach(async () => {
	tenant = await startApplicationTenant();
});
afterEach(async () => {
	await clearDashboardState();
	await tenant.service.close();
});

const params = Promise.resolve({ id: "shop" });

async function html(page: Promise<ReactNode>): Promise<string> {
	return (await new Response(await renderToReadableStream(await page)).text())
		.replaceAll("<!-- -->", "")
		.replaceAll("&#x27;", "'");
}

/** The page of single sign-on, with this add-on. */
async function singleSignOn(samlp: object, isEmbedded: boolean): Promise<string> {
	dashboardConfig().tenant.embedded = isEmbedded;
	store({ addons: { samlp } });
	return html(SingleSignOnPage({ params, searchParams: Promise.resolve({}) }));
}

function store(properties: object): void {
	tenant.applications.set("shop", { ...tenant.applications.get("shop"), ...properties } as Application);
}

/** The options of a select, the chosen one in brackets. */
function optionsOf(page: string, name: string): string[] {
	const [, select = ""] = new RegExp(`<select id="${name}".*?>(.*?)</select>`, "s").exec(page) ?? [];
	return [...select.matchAll(/<option([^>]*)>([^<]*)/g)].map(([, attributes = "", text = ""]) =>
		attributes.includes("selected") ? `[${text}]` : text,
	);
}

const helpOf = (page: string, name: string) => new RegExp(`id="${name}-description"[^>]*>([^<]*)`).exec(page)?.[1];

/** A submitted form, as a browser without scripts sends the page's controls. */
function nativeForm(page: string): FormData {
	const form = new FormData();
	for (const [, name = "", rest = ""] of page.matchAll(/<input type="hidden" name="([^"]+)"([^>]*)/g)) {
		if (name.startsWith("$")) continue;
		form.append(name, (/value="([^"]*)"/.exec(rest)?.[1] ?? "").replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
	}
	return form;
}

const SWITCHES = [
	...["passthroughClaimsWithNoMapping", "mapUnknownClaimsAsIs", "createUpnClaim", "mapIdentities"],
	...["typedAttributes", "includeAttributeNameFormat", "signResponse", "singleLogout"],
];

describe("a setting of single sign-on that is not set", () => {
	test("is the tenant's default on a real tenant, of which nothing is assumed", async () => {
		const page = await singleSignOn({ audience: "urn:a" }, false);
		expect(optionsOf(page, "signatureAlgorithm")).toEqual(["[The tenant's default]", "RSA with SHA-256"]);
		expect(optionsOf(page, "digestAlgorithm")).toEqual(["[The tenant's default]", "SHA-256"]);
		expect(optionsOf(page, "binding")[0]).toBe("[The tenant's default]");
		for (const name of SWITCHES) expect(optionsOf(page, name)).toEqual(["[The tenant's default]", "On", "Off"]);
		for (const name of [
			"issuer",
			"recipient",
			"destination",
			"authnContextClassRef",
			"nameIdentifierFormat",
			"probes",
			"lifetimeInSeconds",
		]) {
			expect([name, helpOf(page, name)]).toEqual([name, expect.stringMatching(/ Empty: the tenant's default\.$/)]);
		}
		expect(page).toContain("Without any: the tenant's default.");
		expect(page).not.toMatch(/sha512|SHA-512|3600|unspecified\./);
		expect(page).toContain("the response or the assertion, by the tenant's default algorithm");
		expect(page).toContain("Copy logout URL");
	});

	test("is named where the embedded service is the tenant", async () => {
		const page = await singleSignOn({ audience: "urn:a" }, true);
		expect(optionsOf(page, "signatureAlgorithm")).toEqual([
			...["[Default: RSA with SHA-256]", "RSA with SHA-256", "RSA with SHA-512"],
		]);
		expect(optionsOf(page, "digestAlgorithm")).toEqual(["[Default: SHA-256]", "SHA-256", "SHA-512"]);
		expect(optionsOf(page, "createUpnClaim")).toEqual(["[Default: on]", "On", "Off"]);
		expect(optionsOf(page, "signResponse")[0]).toBe("[Default: off]");
		expect(helpOf(page, "lifetimeInSeconds")).toMatch(
			/ Empty: 3600 \(an hour\); of WS-Federation 28800 \(8 hours\)\.$/,
		);
		expect(helpOf(page, "nameIdentifierFormat")).toMatch(/ Empty: unspecified\.$/);
		expect(page).toContain("the assertion, rsa-sha256");
		expect(page).not.toContain("Copy logout URL");
	});
});

describe("SHA-512", () => {
	const stored = { audience: "urn:a", signatureAlgorithm: "rsa-sha512", digestAlgorithm: "sha512" };

	/** Saves the settings that the page shows, some of them changed. */
	async function save(changed: object) {
		const opened = contentOf(tenant.applications.get("shop") as never);
		const form = new FormData();
		form.set("applicationId", "shop");
		form.set("opened", JSON.stringify(opened));
		form.set("values", JSON.stringify({ ...singleSignOnEditor.valuesOf(opened), ...changed }));
		return partsOf(singleSignOnAction({}, form));
	}

	test("that a real tenant stores is shown and kept, and is refused anew", async () => {
		const page = await singleSignOn(stored, false);
		expect(optionsOf(page, "signatureAlgorithm")).toContain("[rsa-sha512 (stored; not offered here)]");
		expect(optionsOf(page, "digestAlgorithm")).toContain("[sha512 (stored; not offered here)]");
		expect((await save({ issuer: "urn:b" })).saved).toBeDefined();
		expect(tenant.writes.at(-1)?.body).toEqual({ addons: { samlp: { ...stored, issuer: "urn:b" } } });
		store({ addons: { samlp: { audience: "urn:a" } } });
		const { faults } = await save({ signatureAlgorithm: "rsa-sha512", digestAlgorithm: "sha512" });
		expect(faults).toEqual({
			signatureAlgorithm: "Choose one of the options.",
			digestAlgorithm: "Choose one of the options.",
		});
		expect(tenant.writes).toHaveLength(1);
	});

	test("is sent where the embedded service is the tenant", async () => {
		await singleSignOn({ audience: "urn:a" }, true);
		expect((await save({ signatureAlgorithm: "rsa-sha512" })).saved).toBeDefined();
		expect(tenant.writes.at(-1)?.body).toEqual({
			addons: { samlp: { audience: "urn:a", signatureAlgorithm: "rsa-sha512" } },
		});
	});
});

describe("whether people may sign up", () => {
	const application = (isEmbedded: boolean) => {
		dashboardConfig().tenant.embedded = isEmbedded;
		return html(ApplicationPage({ params, searchParams: Promise.resolve({}) }));
	};

	test("is a switch of an application where the embedded service is the tenant, and on no page of a real one", async () => {
		expect(await application(true)).toContain("Users may sign up");
		expect(await application(false)).not.toContain("sign up");
		signInAs("viewer");
		expect(await application(false)).not.toContain("sign up");
	});

	test.each(["on", "off", undefined])(
		"stays %s at a real tenant where a browser without scripts saves",
		async (sign_up) => {
			if (sign_up) store({ client_metadata: { sign_up, team: "a" } });
			const page = await application(false);
			const form = nativeForm(page);
			for (const [name, value] of Object.entries({
				name: "Renamed",
				type: "regular_web",
				callbacks: "https://shop.example/cb",
				idTokenLifetime: "",
			})) {
				form.set(name, value);
			}
			await partsOf(updateApplicationAction({}, form));
			expect(JSON.stringify(tenant.writes)).toContain("Renamed");
			expect(JSON.stringify(tenant.writes)).not.toContain("sign_up");
		},
	);
});
