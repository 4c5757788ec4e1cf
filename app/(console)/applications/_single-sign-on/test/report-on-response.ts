import "server-only";
import { checkSamlAnswer } from "@/lib/dashboard/single-sign-on/check-saml-response";
import { checkFederationAnswer } from "@/lib/dashboard/single-sign-on/check-ws-federation-response";
import type { AnswerReport, Expectation } from "@/lib/dashboard/single-sign-on/response-report";
import type { TestedProtocol } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import { orMissing, readTenantMetadata, type TenantMetadata } from "@/lib/dashboard/single-sign-on/tenant-metadata";

export type ReportOnAnswer = {
	report: AnswerReport;
	/** Why the tenant's certificates are not known; null where they are. */
	missing: string | null;
};

/** Checks an answer with what the tenant publishes at this moment. */
export async function reportOnAnswer(
	id: string,
	protocol: TestedProtocol,
	answer: string,
	expectationOf: (metadata: TenantMetadata | null) => Expectation,
): Promise<ReportOnAnswer> {
	const { metadata, missing } = await orMissing(readTenantMetadata(protocol, id));
	const check = protocol === "wsfed" ? checkFederationAnswer : checkSamlAnswer;
	return { report: check(answer, expectationOf(metadata)), missing };
}
