import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import type { Client } from "@/lib/contract/client/client";
import { snippetsOf } from "./snippets";

const service = { authUrl: "http://localhost:3000", audience: "http://localhost:3000/api/v2/" };
const client = (details: Partial<Client>): Client => ({ client_id: "abc", name: "A", ...details });

/** What a shell hands to curl. */
function curlArguments(text: string, variables: Record<string, string> = {}): string[] {
	const script = `curl() { printf '%s\\n' "$@"; }\n${text}`;
	return execFileSync("sh", ["-c", script], { env: { ...process.env, ...variables }, encoding: "utf8" })
		.trim()
		.split("\n");
}

it("a snippet hands every value to curl as it is, whatever is in it", () => {
	const [, second] = snippetsOf(
		client({
			client_id: "it's $HOME `id`",
			grant_types: ["authorization_code"],
			callbacks: ["http://localhost/?a='b'&c=$(id)"],
			token_endpoint_auth_method: "client_secret_post",
		}),
		service,
	);
	const variables = { CLIENT_SECRET: "s e'c", CODE_VERIFIER: "v" };
	expect(curlArguments(second?.text ?? "", variables)).toEqual([
		...["http://localhost:3000/oauth/token", "--data-urlencode", "client_id=it's $HOME `id`"],
		...["--data-urlencode", "client_secret=s e'c", "--data-urlencode", "grant_type=authorization_code"],
		...["--data-urlencode", "redirect_uri=http://localhost/?a='b'&c=$(id)"],
		...["--data-urlencode", "code=paste the code here", "--data-urlencode", "code_verifier=v"],
	]);
});

it("a secret in the header is handed over as user and password", () => {
	const [snippet] = snippetsOf(
		client({ grant_types: ["client_credentials"], token_endpoint_auth_method: "client_secret_basic" }),
		service,
	);
	expect(curlArguments(snippet?.text ?? "", { CLIENT_SECRET: "s" })).toEqual(
		expect.arrayContaining(["--user", "abc:s", `audience=${service.audience}`]),
	);
});

it("no snippet holds a secret, and FAPI 2.0 applications have none", () => {
	const grants = ["authorization_code", "client_credentials", "password", "implicit"];
	const all = snippetsOf(client({ grant_types: grants, callbacks: ["http://localhost/cb"] }), service);
	expect(all).toHaveLength(5);
	expect(snippetsOf(client({ grant_types: grants, compliance_level: "fapi2_sp_pkj_dpop" }), service)).toEqual([]);
});
