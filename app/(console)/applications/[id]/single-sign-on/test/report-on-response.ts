import "server-only";
import type { ReportOnResponse } from "@/app/_sign-in-test/response-result";
import { isOn } from "@/app/(console)/applications/_edit/protocol";
import type { SingleSignOnContent } from "@/app/(console)/applications/_edit/single-sign-on-editor";
import { checkSamlResponse } from "@/lib/dashboard/single-sign-on/check-saml-response";
import { checkWsFederationResponse } from "@/lib/dashboard/single-sign-on/check-ws-federation-response";
import { type TestedProtocol, testAddress } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { orMissing, readTenantMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";

/** Settings of which one protocol is on. */
export type Tested = SingleSignOnContent & { protocol: TestedProtocol };

/**
 * Checks a response against an application's settings and the metadata that the tenant publishes now.
 * @param test the request that it has to respond to, of a test of this console; absent: it was pasted
 */
export async function reportOnResponse(
	id: string,
	settings: Tested,
	response: string,
	test?: { requestId: string | null },
): Promise<ReportOnResponse> {
	const { protocol, issuer, audience, callbacks, recipient, destination } = settings;
	const { metadata, missing } = await orMissing(readTenantMetadata(protocol, id));
	const check = protocol === "wsfed" ? checkWsFederationResponse : checkSamlResponse;
	const report = check(response, {
		sender: "tenant",
		certificates: metadata?.certificates ?? [],
		issuer: issuer || (metadata?.issuer ?? ""),
		audience: audience || (test ? testRequester(id, settings) : null),
		// A configured recipient or destination may be named instead of the address that the response is sent to.
		receivers: [...(test ? [testAddress(protocol)] : callbacks), recipient, destination].filter((one) => one !== ""),
		requestId: test?.requestId ?? null,
		now: new Date(),
	});
	return { report, missing };
}

/** The registered name of the application that a test puts into its request. */
export function testRequester(id: string, { protocol, audience }: SingleSignOnContent): string {
	return protocol === "wsfed" ? `urn:${id}` : audience || id;
}

/** Why a sign-in can't be tested from here; null: it can. */
export function testObstacle({ protocol, callbacks, signingCert }: SingleSignOnContent) {
	if (!isOn(protocol)) return "off";
	if (protocol === "samlp" && signingCert !== "") return "signed-requests";
	return callbacks.includes(testAddress(protocol)) ? null : "no-callback";
}
