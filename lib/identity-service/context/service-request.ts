import { X509Certificate } from "node:crypto";
import { ipAddress, subscriberOf } from "@/lib/network/ip-address";
import type { ReceivedRequest } from "@/lib/process/started-app";
import type { RateState } from "../http/rate-limiter";
import { deriveSecret, isSameText, keyedHash } from "../keys/derived";
import type { ServiceSecrets } from "../keys/service-secrets";
import type { ClientRow } from "../store/clients";
import type { IdentityService } from "./identity-service";

/**
 * The client that an access token of the management interface was issued to, with the token's scopes, and those of them
 * that the client could still request now. `global` is its own property, no claim.
 */
export type Caller = {
	clientId: string;
	name: string;
	scopes: readonly string[];
	currentScopes: () => readonly string[];
	global: boolean;
};

/** A client certificate that the customer's edge network forwarded, and whether a known authority issued it. */
type ForwardedCertificate = { certificate: X509Certificate; isAuthorized: boolean };

/** A step of a request before it is handled: sets in the request what it has found out. @throws Refusal */
export type Step = (service: IdentityService, request: ServiceRequest) => void | Promise<void>;

/** What is known of one request. Each step adds what it has found out. */
export class ServiceRequest {
	/** HEAD is GET here: the server drops the body. */
	method: string;
	readonly url: URL;
	readonly headers: Headers;
	/** The network address of the client; null: unknown. The HTTP server sets it in place of what the client wrote. */
	readonly ip: string | null;
	/** The key by which requests without a client's token are counted: the address, of IPv6 the /64. */
	readonly address: string;
	/** Where the user is: where the client is, unless a client that is trusted with that has named another address. */
	user: { ip: string | null; address: string };
	/** The `:name`s of the endpoint's path, still percent-encoded. */
	parameters: Readonly<Record<string, string>> = {};
	/** By the access token of the management interface, or why there is none. */
	caller: Caller | { refusal: unknown } | null = null;
	/** The caller's allowance; null: the request is not counted. */
	rate: RateState | null = null;
	/** The parameters of the body, once a step has read it. */
	form: URLSearchParams | null = null;
	/** The client that the request names: the one that sent it, once that has authenticated. */
	client: ClientRow | null = null;
	readonly #sent: ReceivedRequest;
	readonly #secrets: ServiceSecrets;
	#certificate: ForwardedCertificate | null | undefined;

	constructor(sent: ReceivedRequest, secrets: ServiceSecrets) {
		this.method = sent.method;
		this.url = new URL(sent.url);
		this.headers = sent.headers;
		this.ip = ipAddress(sent.headers.get("x-forwarded-for")?.split(",").at(-1) ?? "");
		this.address = this.ip === null ? LOCAL_ADDRESS : subscriberOf(this.ip);
		this.user = { ip: this.ip, address: this.address };
		this.#sent = sent;
		this.#secrets = secrets;
	}

	/** The client certificate; null where there is none, or another party than the edge network wrote the header. */
	get certificate(): ForwardedCertificate | null {
		if (this.#certificate === undefined) this.#certificate = readForwardedCertificate(this.#secrets, this.headers);
		return this.#certificate;
	}

	/** The client that the path names, decoded; null where it names none, "" where it can't be decoded. */
	get clientId(): string | null {
		try {
			return decodeURIComponent(this.parameters.client ?? "") || null;
		} catch {
			return "";
		}
	}

	/** The body. */
	bytes(): Promise<Uint8Array> {
		return this.#sent.bytes();
	}
}

/** Stands for an unknown address. */
export const LOCAL_ADDRESS = "local";

/**
 * Whether an address may be that of all callers: it is unknown, or the loopback, from which a proxy of this machine
 * connects.
 */
export function isShared(address: string): boolean {
	return address === LOCAL_ADDRESS || address.startsWith("127.") || address === subscriberOf("::1");
}

/** The hash of a row's caller, stored to count by it. @param address `ServiceRequest.address` */
export function callerHash({ current }: Pick<ServiceSecrets, "current">, address: string): string {
	return keyedHash(current, "callers", address);
}

/** The custom domain API key of this installation: a request that has it comes from the edge network. */
export function edgeApiKey({ credentials }: Pick<ServiceSecrets, "credentials">): string {
	return deriveSecret(credentials, "custom-domain-api-key");
}

/**
 * The specification, "Authentication" 5: reads `client-certificate` and `client-certificate-ca-verified`, which any
 * caller can write, only beside the right `cname-api-key`.
 * @returns null without the key, without a certificate, or for one that cannot be read
 */
function readForwardedCertificate(secrets: ServiceSecrets, headers: Headers): ForwardedCertificate | null {
	const text = headers.get("client-certificate");
	if (!text) return null;
	if (!isSameText(headers.get("cname-api-key") ?? "", edgeApiKey(secrets))) return null;
	const certificate = parseCertificate(text);
	return certificate && { certificate, isAuthorized: headers.get("client-certificate-ca-verified") === "SUCCESS" };
}

/** URL-encoded PEM as proxies forward it, or the `:base64:` of RFC 9440, or bare base64. */
function parseCertificate(text: string): X509Certificate | null {
	try {
		const decoded = text.includes("%") ? decodeURIComponent(text) : text;
		if (decoded.includes("BEGIN CERTIFICATE")) return new X509Certificate(decoded);
		return new X509Certificate(Buffer.from(decoded.replace(/^:|:$/g, ""), "base64"));
	} catch {
		return null;
	}
}
