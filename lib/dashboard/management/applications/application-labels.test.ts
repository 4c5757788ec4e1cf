import { describe, expect, test } from "vitest";
import type { Application } from "@/lib/contract/client/application";
import { clientAuthenticationOf, grantsOf, ownerOf, requirementOf, tokenBindingOf } from "./application-labels";

const client = (details: Partial<Application> & { unread?: string[] }) => ({ client_id: "a", ...details });
const KEYS = "client_authentication_methods";

describe("client authentication", () => {
	test.each([
		[{ token_endpoint_auth_method: "none" }, "none (public)"],
		[{ token_endpoint_auth_method: "none", unread: [KEYS] }, "none (public)"],
		[{ token_endpoint_auth_method: "client_secret_post", unread: [KEYS] }, "client_secret_post"],
		[{ client_authentication_methods: { private_key_jwt: { credentials: [] } } }, "private_key_jwt"],
		[{}, "the tenant's default"],
		[{ client_authentication_methods: {} }, "the tenant's default"],
		[{ unread: [KEYS] }, "not known"],
		[{ unread: ["token_endpoint_auth_method", KEYS] }, "not known"],
	])("of %j is %s", (details, words) => {
		expect(clientAuthenticationOf(client(details))).toBe(words);
	});
});

describe("what an answer leaves out is not known", () => {
	test("the owner", () => {
		expect([true, false, undefined].map((is_first_party) => ownerOf(client({ is_first_party })))).toEqual([
			...["first party", "third party", "not known"],
		]);
	});

	test("the grants", () => {
		expect([["implicit"], [], undefined].map((grant_types) => grantsOf(client({ grant_types })))).toEqual([
			...["implicit", "none", "not known"],
		]);
	});

	test("what is required", () => {
		expect([true, false, null, undefined].map(requirementOf)).toEqual([
			...["required", "optional", "not known", "not known"],
		]);
	});

	test.each([
		[{}, "DPoP", "not known"],
		[{ unread: [KEYS] }, "Proof of possession", "not known"],
		[{ require_proof_of_possession: false }, "DPoP", "optional"],
		[{ client_authentication_methods: { tls_client_auth: {} } }, "Certificate-bound tokens", "not known"],
		[
			{ compliance_level: "fapi2_sp_pkj_mtls", require_proof_of_possession: true },
			"Certificate-bound tokens",
			"required",
		],
	])("what tokens are bound to: %j", (details, term, requirement) => {
		expect(tokenBindingOf(client(details))).toEqual({ term, requirement });
	});
});
