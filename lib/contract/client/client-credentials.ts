import { z } from "zod";
import { CLIENT_CREDENTIALS_MAX } from "./client-limits";

const PEM_LENGTH_MAX = 4096;
const SUBJECT_LENGTH_MAX = 256;
const NAME_LENGTH_MAX = 128;

const name = z.string().max(NAME_LENGTH_MAX).optional();
const pem = z.string().min(1).max(PEM_LENGTH_MAX);
/** One that the application has already, by its identifier. */
const known = z.strictObject({ id: z.string().min(1).max(NAME_LENGTH_MAX) });

function credentialsOf<Credential extends z.ZodType>(credential: Credential) {
	const credentials = z
		.array(z.union([known, credential]))
		.min(1)
		.max(CLIENT_CREDENTIALS_MAX);
	return z.strictObject({ credentials });
}

/** A public key (SPKI, PKCS #1) or a certificate with which assertions are verified. */
const publicKey = z.strictObject({
	credential_type: z.literal("public_key"),
	name,
	pem,
	alg: z.enum(["RS256", "PS256", "ES256"]).optional(),
});
const certificateSubject = z.strictObject({
	credential_type: z.literal("cert_subject_dn"),
	name,
	subject_dn: z.string().min(1).max(SUBJECT_LENGTH_MAX),
});
const certificate = z.strictObject({ credential_type: z.literal("x509_cert"), name, pem });

/** Ways to authenticate with a key of the application's own; one of the three. */
export const clientAuthenticationMethods = z.union([
	z.strictObject({ private_key_jwt: credentialsOf(publicKey) }),
	z.strictObject({ tls_client_auth: credentialsOf(certificateSubject) }),
	z.strictObject({ self_signed_tls_client_auth: credentialsOf(certificate) }),
]);
export type ClientAuthenticationMethods = z.infer<typeof clientAuthenticationMethods>;
