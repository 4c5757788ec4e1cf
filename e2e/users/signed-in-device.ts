import { createHash, randomBytes } from "node:crypto";
import { Visitor } from "../http/visitor";
import type { Credentials } from "../running-app/credentials";
import { authorizeAddress } from "../sign-in/authorize";

const APPLICATION = "single_page_app";

/** A device on which the sample tenant's user has signed in to an application that may go on without the user. */
export type SignedInDevice = { refresh: () => Promise<Response> };

export async function signInOnDevice(userAgent: string, credentials: Credentials): Promise<SignedInDevice> {
	const client = credentials.clients[APPLICATION];
	const verifier = randomBytes(32).toString("base64url");
	const challenge = createHash("sha256").update(verifier).digest("base64url");
	const scope = "openid profile offline_access";
	const browser = new Visitor(credentials.address, { "user-agent": userAgent });
	const login = await browser.open(authorizeAddress(credentials, APPLICATION, { scope, code_challenge: challenge }));
	const { email, password } = credentials.sign_ins.user;
	const entered = await browser.press(login, "Continue", { email, password }, { redirect: "manual" });
	// The last redirect is to the application, which needs no server: the code is in its address.
	const resumed = await browser.open(locationOf(entered, login.url), { redirect: "manual" });
	const code = locationOf(resumed, login.url).searchParams.get("code") ?? "";
	const exchange = (parameters: Record<string, string>) =>
		fetch(`${credentials.auth_url}/oauth/token`, {
			method: "POST",
			body: new URLSearchParams({ client_id: client?.client_id ?? "", ...parameters }),
		});
	const redirect_uri = client?.redirect_uris[0] ?? "";
	const issued = await exchange({ grant_type: "authorization_code", code, redirect_uri, code_verifier: verifier });
	let token = (await issued.json()).refresh_token as string;
	return {
		async refresh() {
			const response = await exchange({ grant_type: "refresh_token", refresh_token: token });
			if (response.ok) token = (await response.clone().json()).refresh_token;
			return response;
		},
	};
}

function locationOf({ headers }: { headers: Headers }, base: URL): URL {
	const location = headers.get("location");
	if (!location) throw new Error("The sign-in went on to no other page.");
	return new URL(location, base);
}
