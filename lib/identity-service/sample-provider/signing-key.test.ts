import { X509Certificate } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AppSecrets, ConfigError, loadServiceSecrets } from "../keys/service-secrets";
import { openIdentityService } from "../open-identity-service";
import { rotateServiceSecrets } from "../rotate-secrets";
import { ENGINES, startTestService } from "../testing/test-service";
import { sampleProviderKey } from "./signing-key";

const OLD = "test-secret-with-enough-entropy-0123456789";
const NEW = "another-secret-with-as-much-entropy-9876543210";

describe.each(ENGINES)("the sample provider's key on %s", (engine) => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	beforeEach(async () => {
		tenant = await startTestService(engine);
	});
	afterEach(() => tenant.stop());

	/** Another instance on the same store. */
	async function instance(appSecrets: AppSecrets = { appSecret: OLD, previousAppSecret: null }) {
		const { database, now } = tenant.service;
		const config = { ...tenant.service.config, ...appSecrets };
		return openIdentityService(config, database, await loadServiceSecrets(database, config), now);
	}
	const certificateAt = async (service: Awaited<ReturnType<typeof instance>>) =>
		(await sampleProviderKey(service)).certificate;

	it("is created once by several instances, and is none of the service's own", async () => {
		const instances = await Promise.all([instance(), instance(), instance()]);
		const certificates = await Promise.all(instances.map(certificateAt));
		expect(new Set(certificates).size).toBe(1);
		const rows = await tenant.service.database.selectFrom("signing_keys").selectAll().execute();
		expect(rows.map(({ certificate }) => certificate)).not.toContain(certificates[0]);
		const { publicKey, subject, validFrom, validTo } = new X509Certificate(certificates[0] ?? "");
		expect([publicKey.asymmetricKeyDetails?.modulusLength, subject]).toEqual([2048, "CN=Sample provider"]);
		expect(Date.parse(validFrom)).toBeLessThan(Date.now());
		expect(Date.parse(validTo)).toBeGreaterThan(Date.now() + 365 * 24 * 3600 * 1000);
	});

	it("is encrypted in the store", async () => {
		await sampleProviderKey(tenant.service);
		const [row] = await tenant.service.database.selectFrom("kept_secrets").selectAll().execute();
		expect(row?.sealed).toMatch(/^eyJ[\w-]*\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
	});

	it.each([{}, { newCredentials: true }])("stays the same under a new application secret, with %j", async (options) => {
		const before = await certificateAt(tenant.service);
		const both = await instance({ appSecret: NEW, previousAppSecret: OLD });
		expect(await certificateAt(both)).toBe(before);
		await rotateServiceSecrets(both, options);
		expect(await certificateAt(both)).toBe(before);
		expect(await certificateAt(await instance({ appSecret: NEW, previousAppSecret: null }))).toBe(before);
		await expect(instance()).rejects.toThrow(ConfigError);
		expect(await rotateServiceSecrets(both, options)).toEqual({ moved: 0 });
	});
});
