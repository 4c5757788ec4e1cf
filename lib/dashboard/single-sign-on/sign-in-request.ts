import "server-only";
import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import { xml } from "@/lib/xml/markup";
import { ASSERTION, PROTOCOL } from "@/lib/xml/metadata/metadata-names";
import { dashboardConfig } from "../config";
import { tenantAddresses } from "./tenant-addresses";

export type TestedProtocol = "samlp" | "wsfed";

const paths: Record<TestedProtocol, string> = { samlp: "/sign-in-test/saml", wsfed: "/sign-in-test/ws-federation" };

/** Where this console takes the answer of a test: has to be one of the application's callback URLs. */
export function testAddress(protocol: TestedProtocol): string {
	return dashboardConfig().appUrl + paths[protocol];
}

type Wanted = {
	clientId: string;
	/** Comes back with the answer. */
	state: string;
	/** By which name the application asks: its entity ID, or its realm. */
	requester: string;
	/** Even where the browser is signed in. */
	asksForCredentials: boolean;
	now: Date;
};

/** Where the browser is sent, and the identifier of the request where it has one. */
export type SignInRequest = { url: URL; requestId: string | null };

/** A sign-in as the application would ask for it (SAML bindings 2.0 section 3.4, WS-Federation 1.2 section 13). */
export function signInRequest(protocol: TestedProtocol, wanted: Wanted): SignInRequest {
	const url = new URL(tenantAddresses(protocol, wanted.clientId).signOn);
	if (protocol === "wsfed") {
		const fields = { wa: "wsignin1.0", wtrealm: wanted.requester, wreply: testAddress(protocol), wctx: wanted.state };
		for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
		if (wanted.asksForCredentials) url.searchParams.set("wfresh", "0");
		return { url, requestId: null };
	}
	const requestId = `_${randomBytes(20).toString("hex")}`;
	const message = xml`<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" ID="${requestId}" Version="2.0" IssueInstant="${wanted.now.toISOString()}" Destination="${url.href}" AssertionConsumerServiceURL="${testAddress(protocol)}" ProtocolBinding="${HTTP_POST_BINDING}"${wanted.asksForCredentials ? xml` ForceAuthn="true"` : null}><saml:Issuer xmlns:saml="${ASSERTION}">${wanted.requester}</saml:Issuer></samlp:AuthnRequest>`;
	url.searchParams.set("SAMLRequest", deflateRawSync(message.toString()).toString("base64"));
	url.searchParams.set("RelayState", wanted.state);
	return { url, requestId };
}
