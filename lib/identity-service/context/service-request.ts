import { ipAddress, subscriberOf } from "@/lib/network/ip-address";
import { LOCAL_ADDRESS } from "./remote-address";
import type { ServiceSecrets } from "../keys/service-secrets";
import type { ClientRow } from "../store/clients";
import { type ForwardedCertificate, readForwardedCertificate } from "./forwarded-certificate";

/** The client that an access token of the management interface was issued to. `global` is its own property, no claim. */
export type Caller = { clientId: string; scopes: readonly string[]; global: boolean };

/** What is known of one request, from its arrival to its response. Each step adds what it has found out. */
export class ServiceRequest {
	/** HEAD is GET here: the server drops the body. */
	method: string;
	readonly url: URL;
	readonly headers: Headers;
	/** The network address of the client; null: unknown. The HTTP server sets it in place of what the client wrote. */
	readonly ip: string | null;
	/** What requests are counted under that no token names a client for: the address, of IPv6 the /64. */
	readonly address: string;
	/** The `:name`s of the endpoint's path, percent-encoded as they came. */
	parameters: Readonly<Record<string, string>> = {};
	/** The parameters of the body, where a step has read it. */
	form: URLSearchParams | null = null;
	/** The client that it comes from, or names. */
	client: ClientRow | null = null;
	/** By the access token of the management interface, or why that is not known. */
	caller: Caller | { refusal: unknown } | null = null;
	readonly #sent: Request;
	readonly #secrets: ServiceSecrets;
	#certificate: ForwardedCertificate | null | undefined;

	constructor(sent: Request, secrets: ServiceSecrets) {
		this.method = sent.method;
		this.url = new URL(sent.url);
		this.headers = sent.headers;
		this.ip = ipAddress(sent.headers.get("x-forwarded-for")?.split(",").at(-1) ?? "");
		this.address = this.ip === null ? LOCAL_ADDRESS : subscriberOf(this.ip);
		this.#sent = sent;
		this.#secrets = secrets;
	}

	/** The client certificate that the edge network forwarded; null where there is none, or anybody else wrote it. */
	get certificate(): ForwardedCertificate | null {
		this.#certificate ??= readForwardedCertificate(this.#secrets, this.headers);
		return this.#certificate;
	}

	/** The client that the path names, decoded; null where it names none. What can't be decoded is nobody's. */
	get clientId(): string | null {
		try {
			return decodeURIComponent(this.parameters.client ?? "") || null;
		} catch {
			return "";
		}
	}

	get body(): Request["body"] {
		return this.#sent.body;
	}

	arrayBuffer(): Promise<ArrayBuffer> {
		return this.#sent.arrayBuffer();
	}
}
