import { decodePairs } from "../http/form-body";
import { messageRefusal } from "../http/refusal";

const NAMES = ["SAMLRequest", "SAMLResponse", "RelayState", "SigAlg", "Signature", "SAMLEncoding"] as const;
type Name = (typeof NAMES)[number];

/** SAML bindings 2.0 section 3.4.3: RelayState is no longer. */
const RELAY_STATE_BYTES_MAX = 80;

/** The parameters of a message, each as it was sent and as it reads. */
export type SamlParameters = ReadonlyMap<Name, { raw: string; value: string }>;

/**
 * Reads a query or a form for what SAML has in it. All else is not looked at.
 * @throws Refusal for one that is there twice: which of them was meant, or signed, nobody can tell
 */
export function samlParameters(query: string): SamlParameters {
	const parameters = new Map<Name, { raw: string; value: string }>();
	for (const pair of query.split("&")) {
		const [written = "", ...rest] = pair.split("=");
		const name = NAMES.find((known) => known === decoded(written));
		if (!name) continue;
		if (parameters.has(name)) throw messageRefusal(`The parameter ${name} was sent twice.`);
		const raw = rest.join("=");
		parameters.set(name, { raw, value: decoded(raw) });
	}
	return parameters;
}

function decoded(text: string): string {
	try {
		return decodePairs(text.replaceAll("=", "%3D"))[0]?.[0] ?? "";
	} catch {
		throw messageRefusal("The request has a parameter that is not percent-encoded UTF-8.");
	}
}

/** What browsers run; white space and control characters in a scheme are nothing to them. */
const SCRIPT_ADDRESS = /^(?:javascript|vbscript|data):/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is control characters that are looked through.
const PASSED_OVER = /[\u0000-\u0020]/g;

/**
 * @throws Refusal where it is longer than SAML allows, and where it is a script's address: applications send people
 * on to what they get back
 */
export function relayStateOf(parameters: SamlParameters): string | null {
	const value = parameters.get("RelayState")?.value ?? null;
	if (value !== null && Buffer.byteLength(value) > RELAY_STATE_BYTES_MAX) {
		throw messageRefusal(`The RelayState is longer than ${RELAY_STATE_BYTES_MAX} bytes.`);
	}
	if (value !== null && SCRIPT_ADDRESS.test(value.replace(PASSED_OVER, ""))) {
		throw messageRefusal("The RelayState is a script.");
	}
	return value;
}
