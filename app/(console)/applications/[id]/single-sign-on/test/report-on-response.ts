import "server-only";
import { checkSamlResponse } from "@/lib/dashboard/single-sign-on/check-saml-response";
import { checkWsFederationResponse } from "@/lib/dashboard/single-sign-on/check-ws-federation-response";
import type { Expectation, ResponseReport } from "@/lib/dashboard/single-sign-on/response-report";
import type { TestedProtocol } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { orMissing, readTenantMetadata, type TenantMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";

export type ReportOnResponse = {
	report: ResponseReport;
	/** Why the tenant's certificates are not known; null where they are. */
	missing: string | null;
};

/** Checks a response against the metadata that the tenant publishes now. */
export async function reportOnResponse(
	id: string,
	protocol: TestedProtocol,
	response: string,
	expectationOf: (metadata: TenantMetadata | null) => Expectation,
): Promise<ReportOnResponse> {
	const { metadata, missing } = await orMissing(readTenantMetadata(protocol, id));
	const check = protocol === "wsfed" ? checkWsFederationResponse : checkSamlResponse;
	return { report: check(response, expectationOf(metadata)), missing };
}
