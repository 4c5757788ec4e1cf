import { createHash, createPublicKey, type KeyObject, X509Certificate } from "node:crypto";
import type { JWK } from "jose";
import type { ClientAuthenticationMethods } from "@/lib/contract/client/client-request";
import { isShort, readCertificate } from "../../keys/certificates";
import type { ClientRow } from "../../store/clients";
import { invalidField, SHORT_KEY_REFUSED } from "../validation";

const FIELD = "client_authentication_methods";

type StoredKeys = { keys: JWK[] };
/** The columns of a client's authentication. */
type KeyCredentials = Pick<ClientRow, "token_endpoint_auth_method" | "jwks" | "certificate_subject">;

/** Authentication methods as responses show them: credentials by identifier; undefined for a secret and for none. */
export function authenticationMethodsOf(client: KeyCredentials) {
	const { token_endpoint_auth_method: method, jwks, certificate_subject: subject } = client;
	if (method === "tls_client_auth") return { [method]: { credentials: [{ id: credentialId(subject ?? "") }] } };
	if (method !== "private_key_jwt" && method !== "self_signed_tls_client_auth") return undefined;
	return { [method]: { credentials: storedKeys(jwks).map((key) => ({ id: keyId(key) })) } };
}

/**
 * A request's authentication methods as they are stored. Only public keys are stored.
 * @param before the stored client, for credentials that are named by their identifier
 * @throws Refusal 400 for text that is no public key or certificate, and for an unknown identifier
 */
export function keyCredentialsOf(methods: ClientAuthenticationMethods, before?: KeyCredentials): KeyCredentials {
	if ("private_key_jwt" in methods) {
		return withKeys("private_key_jwt", methods.private_key_jwt.credentials, before, publicKeyOf);
	}
	if ("self_signed_tls_client_auth" in methods) {
		const { credentials } = methods.self_signed_tls_client_auth;
		return withKeys("self_signed_tls_client_auth", credentials, before, certificateKeyOf);
	}
	const [one, ...others] = methods.tls_client_auth.credentials;
	if (!one || others.length > 0) throw invalidField(`${FIELD}.tls_client_auth`, "One certificate subject is needed");
	const subject = "id" in one ? before?.certificate_subject : one.subject_dn;
	if (!subject || ("id" in one && one.id !== credentialId(subject))) throw unknownCredential();
	return { token_endpoint_auth_method: "tls_client_auth", jwks: null, certificate_subject: subject };
}

function withKeys<Sent extends { pem: string }>(
	method: string,
	credentials: readonly (Sent | { id: string })[],
	before: KeyCredentials | undefined,
	readKey: (sent: Sent) => JWK,
): KeyCredentials {
	const keys = credentials.map((one) => ("id" in one ? storedKey(one.id, before) : readKey(one)));
	return { token_endpoint_auth_method: method, jwks: JSON.stringify({ keys }), certificate_subject: null };
}

function publicKeyOf({ pem, alg }: { pem: string; alg?: string | undefined }): JWK {
	// Node would derive the public key of a private one, but a caller that sends one by mistake has to be warned.
	if (pem.includes("PRIVATE KEY")) throw invalidField(FIELD, "Expected a public key but found a private key");
	const isCertificate = pem.includes("BEGIN CERTIFICATE");
	const jwk = jwkOf(() => (isCertificate ? new X509Certificate(pem).publicKey : createPublicKey(pem)));
	if (!jwk) throw invalidField(FIELD, "Expected a public key or a certificate in PEM");
	return { ...jwk, kid: credentialId(JSON.stringify(jwk)), alg: algorithmOf(jwk, alg), use: "sig" };
}

/**
 * Null for a key that cannot be read, or is of a type without a JWK.
 * @throws Refusal 400 for an RSA key that is too short
 */
function jwkOf(read: () => KeyObject): JWK | null {
	const key = orNull(read);
	if (key && isShort(key)) throw invalidField(FIELD, SHORT_KEY_REFUSED);
	return key && orNull(() => key.export({ format: "jwk" }) as JWK);
}

function orNull<Value>(read: () => Value): Value | null {
	try {
		return read();
	} catch {
		return null;
	}
}

function algorithmOf({ kty, crv }: JWK, named: string | undefined): string {
	const possible = kty === "RSA" ? ["RS256", "PS256"] : kty === "EC" && crv === "P-256" ? ["ES256"] : [];
	const [first] = possible;
	if (!first || (named && !possible.includes(named))) {
		throw invalidField(FIELD, `A key of this kind cannot sign with ${named ?? "an algorithm that is accepted"}`);
	}
	return named ?? first;
}

function certificateKeyOf({ pem }: { pem: string }): JWK {
	if (pem.includes("PRIVATE KEY")) throw invalidField(FIELD, "Expected a certificate but found a private key");
	const certificate = readCertificate(pem);
	const jwk = certificate && jwkOf(() => certificate.publicKey);
	if (!jwk) throw invalidField(FIELD, "Expected a certificate in PEM");
	return { ...jwk, kid: credentialId(certificate.fingerprint256), x5c: [certificate.raw.toString("base64")] };
}

function storedKey(id: string, before: KeyCredentials | undefined): JWK {
	const key = storedKeys(before?.jwks ?? null).find((one) => keyId(one) === id);
	if (!key) throw unknownCredential();
	return key;
}

function storedKeys(jwks: string | null): JWK[] {
	return jwks === null ? [] : (JSON.parse(jwks) as StoredKeys).keys;
}

function keyId(key: JWK): string {
	return key.kid?.startsWith("cred_") ? key.kid : credentialId(key.kid ?? JSON.stringify(key));
}

/** `cred_` and 22 letters and digits, the same for the same credential. */
function credentialId(text: string): string {
	return `cred_${createHash("sha256").update(text).digest("hex").slice(0, 22)}`;
}

function unknownCredential() {
	return invalidField(FIELD, "The application has no credential with this ID");
}
