import type { SingleSignOnContent } from "@/app/(console)/applications/_edit/single-sign-on-editor";
import type { Expectation } from "@/lib/dashboard/single-sign-on/response-report";
import { testAddress } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import type { TenantMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";

type Tested = SingleSignOnContent & { protocol: "samlp" | "wsfed" };

/** The registered name of the application that a test puts into its request. */
export function testRequester(id: string, { protocol, audience }: SingleSignOnContent): string {
	return protocol === "wsfed" ? `urn:${id}` : audience || id;
}

/** What the response to a test of this console has to contain. */
export function expectationOfTest(
	id: string,
	content: Tested,
	metadata: TenantMetadata | null,
	requestId: string | null,
): Expectation {
	return {
		...expectationOf(content, metadata, [testAddress(content.protocol)]),
		audience: content.audience || testRequester(id, content),
		requestId,
	};
}

/** What a pasted response has to contain. */
export function expectationOfPasted(content: Tested, metadata: TenantMetadata | null): Expectation {
	return {
		...expectationOf(content, metadata, content.callbacks),
		requestId: null,
		audience: content.audience || null,
	};
}

/** A configured recipient or destination may be named instead of the address that the response is sent to. */
function expectationOf(
	{ issuer, recipient, destination }: Tested,
	metadata: TenantMetadata | null,
	addresses: readonly string[],
): Omit<Expectation, "audience" | "requestId"> {
	return {
		certificates: metadata?.certificates ?? [],
		issuer: issuer || (metadata?.issuer ?? ""),
		receivers: [...addresses, recipient, destination].filter((address) => address !== ""),
		now: new Date(),
	};
}

/** Why a sign-in can't be tested from here; null: it can. */
export type TestObstacle = "off" | "no-callback" | "signed-requests";

export function testObstacle({ protocol, callbacks, signingCert }: SingleSignOnContent): TestObstacle | null {
	if (protocol !== "samlp" && protocol !== "wsfed") return "off";
	if (protocol === "samlp" && signingCert !== "") return "signed-requests";
	return callbacks.includes(testAddress(protocol)) ? null : "no-callback";
}
