import { expect, vi } from "vitest";
import type { IdentityService } from "../context/identity-service";
import { handleServiceRequest } from "../handle-request";
import { addSamlClient, authnRequestXml, partyCertificate, postForm, redirectQuery } from "./saml-party";
import { ISSUER } from "./test-service";

export const EVIL = "https://evil.example/acs";

/** The applications that the attacks target. */
export async function addAttackedClients(service: IdentityService): Promise<void> {
	await addSamlClient(service, "signing", { signingCert: partyCertificate });
	await addSamlClient(service, "named", { audience: "https://named.example/metadata" });
	await addSamlClient(service, "broken", { signingCert: "no certificate" });
	await addSamlClient(service, "private", {}, ["com.example.app:/acs", "/acs", "https://sp.example/acs"]);
}

export function samlRequest(parts: Partial<Parameters<typeof authnRequestXml>[0]> = {}): string {
	return authnRequestXml({ clientId: "saml", ...parts });
}

/** Sends requests that are refused. Each function returns the sentence of the refusal. */
export function refusedSaml(service: () => IdentityService) {
	const artifacts = () => service().database.selectFrom("oidc_artifacts").selectAll().execute();

	/** Expects an error page, one line in the log, and no other effect. */
	async function refusal(path: string, init: RequestInit = {}): Promise<string> {
		const before = await artifacts();
		const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
		const printed = [vi.spyOn(console, "error"), vi.spyOn(console, "warn")];
		const headers = { accept: "text/html", ...init.headers };
		const response = await handleServiceRequest(service(), new Request(ISSUER + path, { ...init, headers }));
		const page = await response.text();
		expect([400, 413], page).toContain(response.status);
		expect(response.headers.getSetCookie()).toEqual([]);
		expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
		expect(page).not.toMatch(/^\s+at /m);
		expect(page).not.toContain("evil");
		expect(written.mock.calls).toHaveLength(1);
		const [[line]] = written.mock.calls as unknown as [[string]];
		const [, sentence = ""] = /^identity-service: samlp refused: (.+?)(?: Issuer received: .+)?\n$/.exec(line) ?? [];
		expect(page.replaceAll("&#39;", "'")).toContain(`<p>${sentence}</p>`);
		for (const print of printed) expect(print).not.toHaveBeenCalled();
		written.mockRestore();
		expect(await artifacts()).toEqual(before);
		return sentence;
	}

	const byRedirect = (query: string, clientId = "saml") => refusal(`samlp/${clientId}?${query}`);
	const byPost = (form: Record<string, string> | string, clientId = "saml") =>
		refusal(`samlp/${clientId}`, {
			method: "POST",
			body: String(new URLSearchParams(form)),
			headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://sp.example" },
		});
	/** By both bindings the message is refused with the same sentence. */
	async function byBoth(message: string, clientId = "saml"): Promise<string> {
		const sentence = await byPost(postForm(message), clientId);
		expect(await byRedirect(redirectQuery(message), clientId)).toBe(sentence);
		return sentence;
	}
	return { refusal, byRedirect, byPost, byBoth };
}
