import "server-only";
import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { HTTP_POST_BINDING } from "@/lib/contract/client/addon-limits";
import { xml } from "@/lib/xml/markup";
import { ASSERTION, PROTOCOL } from "@/lib/xml/metadata/metadata-names";
import { dashboardConfig } from "../config";

const METADATA_PATH = "FederationMetadata/2007-06/FederationMetadata.xml";

/** The tenant's endpoints for one application; `issuer` is the default, where the application's settings have none. */
export function tenantAddresses(protocol: TestedProtocol, id: string) {
	const { baseUrl } = dashboardConfig().authentication;
	const client = encodeURIComponent(id);
	const issuer = `urn:${new URL(baseUrl).host}`;
	if (protocol === "wsfed") {
		const signOn = `${baseUrl}/wsfed/${client}`;
		return { signOn, logout: `${signOn}?wa=wsignout1.0`, metadata: `${signOn}/${METADATA_PATH}`, issuer };
	}
	const signOn = `${baseUrl}/samlp/${client}`;
	return { signOn, logout: `${signOn}/logout`, metadata: `${baseUrl}/samlp/metadata/${client}`, issuer };
}

/** A vendor's tenant has the first label of its host in its entity ID. */
const VENDOR_DOMAIN = /^([a-z0-9-]+)(?:\.[a-z]{2}(?:-\d)?)?\.auth0\.com$/i;

/** The tenant's endpoints for the identity provider of one connection. @param name of the connection */
export function connectionAddresses(name: string) {
	const { baseUrl } = dashboardConfig().authentication;
	const { host } = new URL(baseUrl);
	const query = new URLSearchParams({ connection: name });
	return {
		/** The default, where the connection's options have no entity ID. */
		entityId: `urn:auth0:${VENDOR_DOMAIN.exec(host)?.[1] ?? host}:${name}`,
		/** Assertion consumer service. */
		callback: `${baseUrl}/login/callback?${query}`,
		logout: `${baseUrl}/logout`,
		metadata: `${baseUrl}/samlp/metadata?${query}`,
	};
}

export type TestedProtocol = "samlp" | "wsfed";

const paths: Record<TestedProtocol, string> = { samlp: "/sign-in-test/saml", wsfed: "/sign-in-test/ws-federation" };

/** The console's endpoint for the response of a test: has to be one of the application's callback URLs. */
export function testAddress(protocol: TestedProtocol): string {
	return dashboardConfig().appUrl + paths[protocol];
}

/** The callback URL of the application that sign-ins through an identity provider are tested with. */
export function providerTestAddress(): string {
	return `${dashboardConfig().appUrl}/sign-in-test/provider`;
}

type Requested = {
	clientId: string;
	/** Returned with the response. */
	state: string;
	/** The application's entity ID, or its realm. */
	requester: string;
	/** Even with a session at the tenant. */
	promptsForCredentials: boolean;
	now: Date;
};

/** The redirect of a sign-in request on behalf of the application (SAML bindings 2.0 section 3.4, WS-Federation 1.2 section 13). */
export function signInRequest(protocol: TestedProtocol, requested: Requested) {
	const url = new URL(tenantAddresses(protocol, requested.clientId).signOn);
	if (protocol === "wsfed") {
		const fields = {
			wa: "wsignin1.0",
			wtrealm: requested.requester,
			wreply: testAddress(protocol),
			wctx: requested.state,
		};
		for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
		if (requested.promptsForCredentials) url.searchParams.set("wfresh", "0");
		return { url, requestId: null };
	}
	const requestId = `_${randomBytes(20).toString("hex")}`;
	const message = xml`<samlp:AuthnRequest xmlns:samlp="${PROTOCOL}" ID="${requestId}" Version="2.0" IssueInstant="${requested.now.toISOString()}" Destination="${url.href}" AssertionConsumerServiceURL="${testAddress(protocol)}" ProtocolBinding="${HTTP_POST_BINDING}"${requested.promptsForCredentials ? xml` ForceAuthn="true"` : null}><saml:Issuer xmlns:saml="${ASSERTION}">${requested.requester}</saml:Issuer></samlp:AuthnRequest>`;
	url.searchParams.set("SAMLRequest", deflateRawSync(message.toString()).toString("base64"));
	url.searchParams.set("RelayState", requested.state);
	return { url, requestId };
}
