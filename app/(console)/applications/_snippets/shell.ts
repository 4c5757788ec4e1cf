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

export type Field = [name: string, value: string | { variable: string }];

export function quote(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Whether its tokens are bound to a DPoP key (RFC 9449). */
function usesDpop(client: ReadApplication): boolean {
	const level = client.compliance_level ?? "none";
	if (level !== "none") return level.endsWith("_dpop");
	return client.require_proof_of_possession === true && !methodOf(client).includes("tls_client_auth");
}

const ASSERTION_TYPE = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** What the edge network in front of the service adds after it verified the certificate. */
const certificateHeaders = [
	`--header "cname-api-key: $CNAME_API_KEY"`,
	`--header "client-certificate: $CLIENT_CERTIFICATE"`,
	`--header 'client-certificate-ca-verified: SUCCESS'`,
];

type Authentication = {
	/** Lines that come first. */
	before: string[];
	options: string[];
	fields: Field[];
};

function authentication(client: ReadApplication, service: ServiceAddresses): Authentication {
	const clientId: Field = ["client_id", client.client_id];
	switch (methodOf(client)) {
		case TENANT_DEFAULT:
		case "client_secret_post":
			return { before: [], options: [], fields: [clientId, ["client_secret", { variable: "CLIENT_SECRET" }]] };
		case "client_secret_basic":
			return { before: [], options: [`--user ${quote(`${client.client_id}:`)}"$CLIENT_SECRET"`], fields: [] };
		case "private_key_jwt": {
			const assertion: Field = ["client_assertion", { variable: "CLIENT_ASSERTION" }];
			return {
				before: [assertionCommand(client.client_id, service)],
				options: [],
				fields: [clientId, ["client_assertion_type", ASSERTION_TYPE], assertion],
			};
		}
		case "tls_client_auth":
		case "self_signed_tls_client_auth":
			return { before: [certificateCommand], options: certificateHeaders, fields: [clientId] };
		default:
			return { before: [], options: [], fields: [clientId] };
	}
}

/** Which variables the client authentication needs in the shell first; empty for none. */
export function needsInWords(client: ReadApplication, hasSecret: boolean): string {
	switch (methodOf(client)) {
		case "client_secret_post":
		case "client_secret_basic":
			return hasSecret ? "" : PUT_SECRET;
		case TENANT_DEFAULT:
			return `${hasSecret ? "" : PUT_SECRET} It is sent in the body: how this application authenticates is the tenant's default.`;
		case NOT_KNOWN:
			return " How this application authenticates is not known here: add its secret or its assertion to the request.";
		case "private_key_jwt":
			return " Put the private key, a JWK, into PRIVATE_KEY first.";
		case "tls_client_auth":
		case "self_signed_tls_client_auth":
			return " Put the path of the certificate (PEM) into CERTIFICATE and the edge's key into CNAME_API_KEY first.";
		default:
			return "";
	}
}

const PUT_SECRET = " Put the client secret into CLIENT_SECRET first.";

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

/** POSTs a form with curl: every value is quoted for the shell and encoded by curl itself. */
export function post(client: ReadApplication, service: ServiceAddresses, path: string, fields: Field[]): string {
	const { before, options, fields: ownFields } = authentication(client, service);
	const lines = [...options, ...[...ownFields, ...fields].map(fieldOption)];
	return [...before, [`curl ${quote(service.authUrl + path)}`, ...lines].join(" \\\n  ")].join("\n");
}

/** The same at the token endpoint, with a proof where the application's tokens are bound to a key. */
export function tokenRequest(client: ReadApplication, service: ServiceAddresses, fields: Field[]): string {
	const text = post(client, service, "/oauth/token", fields);
	if (!usesDpop(client)) return text;
	const address = `${service.authUrl}/oauth/token`;
	const withProof = text.replace(`curl ${quote(address)}`, () => `curl ${quote(address)} \\\n  --header "DPoP: $DPOP"`);
	return `${proofCommand(address)}\n${withProof}`;
}

function fieldOption([name, value]: Field): string {
	return typeof value === "string"
		? `--data-urlencode ${quote(`${name}=${value}`)}`
		: `--data-urlencode "${name}=$${value.variable}"`;
}
