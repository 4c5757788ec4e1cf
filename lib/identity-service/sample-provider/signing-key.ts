import { createPrivateKey, type KeyObject } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { z } from "zod";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import type { IdentityService } from "../context/identity-service";
import { selfSignedCertificate } from "../keys/self-signed-certificate";
import { anotherSecret, KEPT_SECRET_PURPOSE } from "../keys/service-secrets";

/** Of the row among the kept secrets; a rotation of the application secret moves it along with them. */
const NAME = "sample-provider-key";
const COMMON_NAME = "Sample provider";
/** So that no instance whose clock is behind takes the certificate for one of tomorrow. */
const BACKDATED_MILLISECONDS = 24 * 3600 * 1000;

type Store = Pick<IdentityService, "database" | "secrets" | "now">;

const keptKey = z.strictObject({ key: z.looseObject({ kty: z.literal("RSA") }), certificate: z.string() });

/**
 * What the sample provider signs with: a key of its own and its certificate (PEM), made when they are first asked for.
 * Instances that do this at the same moment end up with the same.
 */
export async function sampleProviderKey(service: Store): Promise<{ key: KeyObject; certificate: string }> {
	const sealed = (await readSealed(service)) ?? (await makeSealed(service));
	const opened = await unseal(sealed, service.secrets.known, KEPT_SECRET_PURPOSE);
	if (!opened) throw anotherSecret();
	const { key, certificate } = keptKey.parse(JSON.parse(opened.text));
	return { key: createPrivateKey({ key: key as JWK, format: "jwk" }), certificate };
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
