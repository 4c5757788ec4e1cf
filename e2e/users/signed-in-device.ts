import { createHash, randomBytes } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import type { Credentials } from "../running-app/credentials";
import { listenAt } from "../sign-in/application-callback";
import { authorizeAddress, fillIn } from "../sign-in/authorize";

const APPLICATION = "single_page_app";

/** A device on which the sample tenant's user has signed in to an application that may go on without the user. */
export type SignedInDevice = { refresh: () => Promise<Response> };

/** @param context a browser of its own, with the device's user agent */
export async function signInOnDevice(context: BrowserContext, credentials: Credentials): Promise<SignedInDevice> {
	const client = credentials.clients[APPLICATION];
	const redirectUri = client?.redirect_uris[0] ?? "";
	const verifier = randomBytes(32).toString("base64url");
	const challenge = createHash("sha256").update(verifier).digest("base64url");
	const page = await context.newPage();
	const application = await listenAt(redirectUri);
	const scope = "openid profile offline_access";
	await page.goto(authorizeAddress(credentials, APPLICATION, { scope, code_challenge: challenge }));
	const { email, password } = credentials.sign_ins.user;
	await fillIn(page, email, password);
	const code = (await application.arrival).searchParams.get("code") ?? "";
	application.close();
	await page.close();
	const exchange = (parameters: Record<string, string>) =>
		fetch(`${credentials.auth_url}/oauth/token`, {
			method: "POST",
			body: new URLSearchParams({ client_id: client?.client_id ?? "", ...parameters }),
		});
	const issued = await exchange({
		...{ grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: verifier },
	});
	let token = (await issued.json()).refresh_token as string;
	return {
		async refresh() {
			const response = await exchange({ grant_type: "refresh_token", refresh_token: token });
			if (response.ok) token = (await response.clone().json()).refresh_token;
			return response;
		},
	};
}
