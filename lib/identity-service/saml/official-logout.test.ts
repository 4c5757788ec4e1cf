import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HTTP_REDIRECT_BINDING } from "@/lib/contract/client/addon-limits";
import { publishedCertificates } from "../identity-provider/signing-material";
import { postedForm } from "../testing/federated-sign-in";
import { missingOfficialChecks, openOfficialChecks } from "../testing/official-checks";
import { addSamlClient } from "../testing/saml-party";
import { asReceived } from "../testing/service-request";
import { ISSUER, startTestService } from "../testing/test-service";
import { sendToApplication } from "./continue-logout";
import { PARTIAL_LOGOUT, PROTOCOL, SUCCESS } from "./names";
import { type LogoutMessage, logoutRequest, logoutResponse } from "./outbound-messages";
import { findLogoutClient } from "./saml-client";

const CALLBACK = "https://sp.example/logout?a=1&b='2'";
const ODD = "a&b<c>\"'\u0000\ud800😀]]>";
const subject = { clientId: "x", nameId: ODD, nameIdFormat: "urn:a&b", sessionIndexes: ["_one", "_two"] };
const MESSAGES: Record<string, LogoutMessage> = {
	"a request": logoutRequest(subject),
	"a response": logoutResponse({ requestId: "_request", relayState: ODD }, [SUCCESS]),
	"a response of a partial logout": logoutResponse({ requestId: "_request", relayState: null }, [
		SUCCESS,
		PARTIAL_LOGOUT,
	]),
};

describe.skipIf(missingOfficialChecks)("a message of single logout", () => {
	let tenant: Awaited<ReturnType<typeof startTestService>>;
	let checks: ReturnType<typeof openOfficialChecks>;
	beforeAll(async () => {
		tenant = await startTestService();
		checks = openOfficialChecks();
		const logout = { slo_enabled: true, callback: CALLBACK };
		await addSamlClient(tenant.service, "posting", { logout });
		await addSamlClient(tenant.service, "strong", {
			logout,
			signatureAlgorithm: "rsa-sha512",
			digestAlgorithm: "sha512",
			issuer: "urn:a&b",
		});
		await addSamlClient(tenant.service, "redirecting", { logout, binding: HTTP_REDIRECT_BINDING });
	});
	afterAll(async () => {
		checks.close();
		await tenant.stop();
	});

	async function sentTo(clientId: string, message: LogoutMessage): Promise<Response> {
		const application = await findLogoutClient(tenant.service, clientId);
		if (!application) throw new Error(`${clientId} is not reachable`);
		return sendToApplication(tenant.service, asReceived(tenant.service, ISSUER), application, message);
	}

	it.each(Object.entries(MESSAGES))("is valid and well signed: %s", async (_, message) => {
		const [certificate = ""] = await publishedCertificates(tenant.service);
		for (const clientId of ["posting", "strong"]) {
			const { action, fields } = postedForm(await (await sentTo(clientId, message)).text());
			expect(action).toBe(CALLBACK);
			const document = Buffer.from(fields.SAMLRequest ?? fields.SAMLResponse ?? "", "base64").toString();
			expect(checks.schemaFaults(document, "saml-schema-protocol-2.0.xsd")).toBe("");
			expect(checks.isWellSigned(document, `${PROTOCOL}:${message.name}`, { certificate })).toBe(true);
			const forged = document.replace("sp.example", "evil.example");
			expect(checks.isWellSigned(forged, `${PROTOCOL}:${message.name}`, { certificate })).toBe(false);
		}
	});

	it.each(Object.entries(MESSAGES))("is valid in an address: %s", async (_, message) => {
		const location = (await sentTo("redirecting", message)).headers.get("location") ?? "";
		expect(location.startsWith(`${CALLBACK}&SAML`)).toBe(true);
		const { searchParams } = new URL(location);
		const packed = searchParams.get("SAMLRequest") ?? searchParams.get("SAMLResponse") ?? "";
		const document = inflateRawSync(Buffer.from(packed, "base64")).toString();
		expect(checks.schemaFaults(document, "saml-schema-protocol-2.0.xsd")).toBe("");
	});
});
