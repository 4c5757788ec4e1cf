import { quote } from "@/lib/dashboard/exchanges/curl-command";
import {
	methodOf,
	NOT_KNOWN,
	type ReadApplication,
	TENANT_DEFAULT,
} from "@/lib/dashboard/management/applications/application-labels";

/** `authUrl` without a slash at its end; `isEmbedded`: the tenant is the embedded service. */
export type ServiceAddresses = { authUrl: string; audience: string; isEmbedded: boolean };

/** Commands for a POSIX shell. `note` states what the reader has to put in first. */
export type Snippet = { title: string; note: string; text: string };

/** The fields of a form: texts, and variables of the shell. */
type FormFields = Record<string, string | { variable: string }>;

/** Whether its tokens are bound to a DPoP key (RFC 9449). */
function usesDpop(client: ReadApplication): boolean {
	const level = client.compliance_level ?? "none";
	if (level !== "none") return level.endsWith("_dpop");
	return client.require_proof_of_possession === true && !methodOf(client).includes("tls_client_auth");
}

type Authentication = {
	/** Lines that come first. */
	before?: string[];
	options?: string[];
	fields?: FormFields;
	/** What has to be in the shell first. */
	needs?: string;
};

export const PUT_SECRET = "Put the client secret into CLIENT_SECRET first.";

function authentication(client: ReadApplication, service: ServiceAddresses): Authentication {
	const { client_id } = client;
	const client_secret = { variable: "CLIENT_SECRET" };
	switch (methodOf(client)) {
		case "client_secret_post":
			return { fields: { client_id, client_secret }, needs: PUT_SECRET };
		case TENANT_DEFAULT:
			return {
				fields: { client_id, client_secret },
				needs: `${PUT_SECRET} It is sent in the body: how this application authenticates is the tenant's default.`,
			};
		case "client_secret_basic":
			return { options: [`--user ${quote(`${client_id}:`)}"$CLIENT_SECRET"`], needs: PUT_SECRET };
		case "private_key_jwt":
			return {
				before: [assertionCommand(client_id, service)],
				fields: {
					client_id,
					client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
					client_assertion: { variable: "CLIENT_ASSERTION" },
				},
				needs: "Put the private key, a JWK, into PRIVATE_KEY first.",
			};
		case "tls_client_auth":
		case "self_signed_tls_client_auth":
			return {
				before: [certificateCommand],
				// What the edge network in front of the service adds after it verified the certificate.
				options: [
					`--header "cname-api-key: $CNAME_API_KEY"`,
					`--header "client-certificate: $CLIENT_CERTIFICATE"`,
					`--header 'client-certificate-ca-verified: SUCCESS'`,
				],
				fields: { client_id },
				needs: "Put the path of the certificate (PEM) into CERTIFICATE and the edge's key into CNAME_API_KEY first.",
			};
		case NOT_KNOWN:
			return {
				fields: { client_id },
				needs: "How this application authenticates is not known here: add its secret or its assertion to the request.",
			};
		default:
			return { fields: { client_id } };
	}
}

const certificateCommand = `CLIENT_CERTIFICATE=$(CERTIFICATE="$CERTIFICATE" node -p 'encodeURIComponent(fs.readFileSync(process.env.CERTIFICATE, "utf8"))')`;

/** Signs a JWT with node:crypto alone, with `jwk`, which the caller's code defines before. */
const signing = `const { constants, createPrivateKey, randomUUID, sign } = require("node:crypto");
const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const algorithm = jwk.alg ?? { EC: "ES256", OKP: "EdDSA" }[jwk.kty] ?? "PS256";
const key = { key: createPrivateKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" };
if (algorithm === "PS256") Object.assign(key, { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 });
const now = Math.floor(Date.now() / 1000);
const jwt = (header, claims) => {
  const text = part({ alg: algorithm, ...header }) + "." + part({ iat: now, jti: randomUUID(), ...claims });
  const signature = sign(algorithm === "EdDSA" ? null : "sha256", Buffer.from(text), key);
  return text + "." + signature.toString("base64url");
};`;

/** RFC 7523 section 3; FAPI 2.0 Security Profile, section 5.3.2.1: the issuer is the one audience. */
function assertionCommand(clientId: string, { authUrl }: ServiceAddresses): string {
	return `CLIENT_ASSERTION=$(PRIVATE_KEY="$PRIVATE_KEY" node - <<'END'
const jwk = JSON.parse(process.env.PRIVATE_KEY);
${signing}
const id = ${JSON.stringify(clientId)};
const claims = { iss: id, sub: id, aud: ${JSON.stringify(`${authUrl}/`)}, nbf: now, exp: now + 60 };
console.log(jwt({ kid: jwk.kid }, claims));
END
)`;
}

/** RFC 9449 section 4.2: a key of this shell, and a proof of it for one request. */
function proofCommand(address: string): string {
	return `DPOP_KEY=\${DPOP_KEY:-$(node -p 'JSON.stringify(require("node:crypto").generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" }))')}
DPOP=$(DPOP_KEY="$DPOP_KEY" node - <<'END'
const jwk = JSON.parse(process.env.DPOP_KEY);
${signing}
const { kty, crv, x, y } = jwk;
console.log(jwt({ typ: "dpop+jwt", jwk: { kty, crv, x, y } }, { htm: "POST", htu: ${JSON.stringify(address)} }));
END
)`;
}

/** Requests of an application as commands, and what they need in the shell first. */
export function requestsOf(client: ReadApplication, service: ServiceAddresses) {
	const { before = [], options = [], fields: own, needs = "" } = authentication(client, service);

	/** POSTs a form with curl: every value is quoted for the shell and encoded by curl itself. */
	function post(path: string, fields: FormFields, headers: string[] = []): string {
		const data = Object.entries({ ...own, ...fields }).map(([name, value]) =>
			typeof value === "string"
				? `--data-urlencode ${quote(`${name}=${value}`)}`
				: `--data-urlencode "${name}=$${value.variable}"`,
		);
		const curl = [`curl ${quote(service.authUrl + path)}`, ...headers, ...options, ...data];
		return [...before, curl.join(" \\\n  ")].join("\n");
	}

	/** The same at the token endpoint, with a proof where the application's tokens are bound to a key. */
	function postForTokens(fields: FormFields): string {
		const path = "/oauth/token";
		if (!usesDpop(client)) return post(path, fields);
		return `${proofCommand(service.authUrl + path)}\n${post(path, fields, [`--header "DPoP: $DPOP"`])}`;
	}

	return { needs, post, postForTokens };
}
