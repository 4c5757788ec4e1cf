import "server-only";
import { certificateBlocks } from "@/app/_certificates/pem";
import type { ReportOnResponse } from "@/app/_sign-in-test/response-result";
import { checkSamlResponse } from "@/lib/dashboard/single-sign-on/check-saml-response";
import { mappedProfile } from "@/lib/dashboard/single-sign-on/mapped-profile";
import { connectionAddresses } from "@/lib/dashboard/single-sign-on/tenant-addresses";
import type { ConnectionContent } from "../../_edit/connection-editor";

/** Checks a pasted response of an identity provider against the stored settings, and maps it to a profile as they say. */
export function reportOnProviderResponse(content: ConnectionContent, response: string): ReportOnResponse {
	const { name, signingCert, issuer, entityId } = content;
	const addresses = connectionAddresses(name);
	const report = checkSamlResponse(response, {
		sender: "provider",
		certificates: certificateBlocks(signingCert),
		issuer: issuer || null,
		audience: entityId || addresses.entityId,
		receivers: [addresses.callback],
		requestId: null,
		now: new Date(),
	});
	return { report, missing: null, ...(report.subject && { profile: mappedProfile(report, content) }) };
}
