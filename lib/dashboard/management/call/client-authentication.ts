import "server-only";
import { createPublicKey, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { importJWK, type JWK, SignJWT } from "jose";
import { z } from "zod";
import { ConfigError, type DashboardConfig, dashboardConfig } from "../../config";

const ASSERTION_SECONDS = 60;
const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Private keys as JWKs: RSA for any tenant, and P-256 where the tenant accepts it, as the embedded one does. */
const privateKey = z.union([
	z.looseObject({ kty: z.literal("RSA"), n: z.string(), d: z.string(), kid: z.string().optional() }),
	z.looseObject({ kty: z.literal("EC"), crv: z.literal("P-256"), d: z.string(), kid: z.string().optional() }),
]);
type PrivateKey = z.infer<typeof privateKey>;

/** What `npm run secrets` keeps in a key file: during a rotation the next key, and afterwards the previous one. */
const clientKeys = z.object({
	current: privateKey,
	next: privateKey.optional(),
	previous: privateKey.optional(),
});

/**
 * The parameters by which the console's machine client authenticates at the token endpoint: its secret, or an assertion
 * signed with its private key (RFC 7523, section 2.2), made anew for each request. A key file is read each time, so that
 * a running instance uses the new key from its next access token on.
 * @param key the next one of a rotation is tried before it is used
 * @throws ConfigError where the key can't be read
 */
export async function clientAuthentication(
	config: Pick<DashboardConfig, "authentication" | "management">,
	key: "current" | "next" = "current",
): Promise<Record<string, string>> {
	const { credential, clientId } = config.management;
	if ("clientSecret" in credential) return { client_secret: credential.clientSecret };
	const jwk = (await readClientKeys(credential))[key];
	if (!jwk) throw new ConfigError("There is no next key.");
	const assertion = new SignJWT()
		.setProtectedHeader({ alg: algorithmOf(jwk), ...(jwk.kid ? { kid: jwk.kid } : {}) })
		.setIssuer(clientId)
		.setSubject(clientId)
		// The tenant's issuer: its address with a slash.
		.setAudience(`${config.authentication.baseUrl}/`)
		.setJti(randomUUID())
		.setIssuedAt()
		.setExpirationTime(`${ASSERTION_SECONDS} s`);
	return {
		client_assertion_type: ASSERTION_TYPE,
		client_assertion: await assertion.sign(await importJWK(jwk as JWK, algorithmOf(jwk))),
	};
}

/** The public part of the key in use, to be registered at the tenant; null for a client secret. @throws ConfigError */
export async function publicClientKey(): Promise<{ algorithm: string; pem: string } | null> {
	const { credential } = dashboardConfig().management;
	if ("clientSecret" in credential) return null;
	const { current } = await readClientKeys(credential);
	const pem = createPublicKey({ key: current, format: "jwk" }).export({ type: "spki", format: "pem" });
	return { algorithm: algorithmOf(current), pem: pem.toString() };
}

function algorithmOf({ kty }: PrivateKey): string {
	return kty === "RSA" ? "RS256" : "ES256";
}

async function readClientKeys(credential: { clientKey: string } | { clientKeyFile: string }) {
	const isFile = "clientKeyFile" in credential;
	const setting = isFile ? `MANAGEMENT_CLIENT_KEY_FILE (${credential.clientKeyFile})` : "MANAGEMENT_CLIENT_KEY";
	const text = isFile ? await readText(credential.clientKeyFile, setting) : credential.clientKey;
	try {
		return clientKeys.parse(JSON.parse(text));
	} catch {
		// Without the cause, which may quote the key.
		throw new ConfigError(`${setting} has no key in the form that npm run secrets -- key writes.`);
	}
}

async function readText(file: string, setting: string): Promise<string> {
	try {
		return await readFile(/*turbopackIgnore: true*/ file, "utf8");
	} catch (error) {
		const { code = "unknown error" } = error as NodeJS.ErrnoException;
		throw new ConfigError(`${setting} can't be read (${code}): npm run secrets -- key makes it.`);
	}
}
