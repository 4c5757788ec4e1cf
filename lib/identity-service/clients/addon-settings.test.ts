import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClientSettings, findClient } from "../store/clients";
import type { ClientTable } from "../store/schema";
import { startTestService } from "../testing/test-service";
import { isFederated, samlSettingsOf, wsFederationSettingsOf } from "./addon-settings";

describe("an application's SAML and WS-Federation", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeAll(async () => {
		tenant = await startTestService();
	});
	afterAll(() => tenant.stop());

	async function stored(addons: object, row: Partial<ClientTable> = {}) {
		const settings = JSON.stringify({ addons } satisfies Partial<Record<keyof ClientSettings, unknown>>);
		const { database } = tenant.service;
		await database
			.updateTable("clients")
			.set({ settings, ...row })
			.where("client_id", "=", "web")
			.execute();
		const client = await findClient(database, "web");
		if (!client) throw new Error("no client");
		return [samlSettingsOf(client) !== null, wsFederationSettingsOf(client) !== null, isFederated(client)];
	}

	it.each<[string, object, boolean[]]>([
		["off by default", {}, [false, false, false]],
		["SAML, by an empty object", { samlp: {} }, [true, false, true]],
		["WS-Federation, by an empty object", { wsfed: {} }, [false, true, true]],
		["off where an older release has stored both", { samlp: {}, wsfed: {} }, [false, false, false]],
		[
			"off where an older release has stored SHA-1",
			{ samlp: { signatureAlgorithm: "rsa-sha1" } },
			[false, false, false],
		],
		["off where what is stored can't be read", { wsfed: { mappings: 7 } }, [false, false, false]],
	])("are %s", async (_, addons, expected) => {
		expect(await stored(addons)).toEqual(expected);
	});

	it("are off with FAPI 2.0, which forbids other ways to sign in", async () => {
		expect(await stored({ samlp: {} }, { security_profile: "fapi2" })).toEqual([false, false, false]);
		expect(await stored({ wsfed: {} })).toEqual([false, false, false]);
	});
});
