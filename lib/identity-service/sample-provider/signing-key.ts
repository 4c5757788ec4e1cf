import { createPrivateKey } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { z } from "zod";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import type { SigningMaterial } from "@/lib/xml/sign";
import type { IdentityService } from "../context/identity-service";
import { selfSignedCertificate } from "../keys/self-signed-certificate";
import { anotherSecret, KEPT_SECRET_PURPOSE } from "../keys/service-secrets";

/** Of the row in `kept_secrets`; a rotation of the application secret encrypts it again, too. */
const NAME = "sample-provider-key";
const COMMON_NAME = "Sample provider";
/** So that the certificate is valid for an instance whose clock is behind. */
const BACKDATED_MILLISECONDS = 24 * 3600 * 1000;

type Store = Pick<IdentityService, "database" | "secrets" | "now">;

const keptKey = z.strictObject({ key: z.looseObject({ kty: z.literal("RSA") }), certificate: z.string() });

/**
 * The sample provider's own signing key and its certificate, created at the first use. Instances that create one at the
 * same time get the same.
 */
export async function sampleProviderKey(service: Store): Promise<SigningMaterial> {
	const sealed = (await readSealed(service)) ?? (await makeSealed(service));
	const opened = await unseal(sealed, service.secrets.known, KEPT_SECRET_PURPOSE);
	if (!opened) throw anotherSecret();
	const { key, certificate } = keptKey.parse(JSON.parse(opened.text));
	return {
		key: createPrivateKey({ key: key as JWK, format: "jwk" }),
		certificate,
		signatureAlgorithm: "rsa-sha256",
		digestAlgorithm: "sha256",
	};
}

async function readSealed({ database }: Store): Promise<string | undefined> {
	const row = await database.selectFrom("kept_secrets").select("sealed").where("name", "=", NAME).executeTakeFirst();
	return row?.sealed;
}

async function makeSealed(service: Store): Promise<string> {
	const { privateKey } = await generateKeyPair("RS256", { modulusLength: 2048, extractable: true });
	const key = await exportJWK(privateKey);
	const from = new Date(service.now().getTime() - BACKDATED_MILLISECONDS);
	const certificate = selfSignedCertificate(key, COMMON_NAME, from);
	const sealed = await seal(JSON.stringify({ key, certificate }), service.secrets.current, KEPT_SECRET_PURPOSE);
	await service.database
		.insertInto("kept_secrets")
		.values({ name: NAME, sealed })
		.onConflict((conflict) => conflict.doNothing())
		.execute();
	return (await readSealed(service)) ?? sealed;
}
