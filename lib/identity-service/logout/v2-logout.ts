import type Provider from "oidc-provider";
import type { Client, KoaContextWithOIDC } from "oidc-provider";
import { isReturnAddress } from "../clients/addresses";
import type { IdentityService } from "../context/identity-service";
import { answerErrorPage } from "../oidc/provider-pages";
import { cookieOptions } from "../sessions/browser-session";
import { endSession } from "../sessions/end-sessions";
import { redirectPastOthers } from "./tell-applications";

const PATH = "/v2/logout";

/**
 * The service's own logout, `GET /v2/logout?client_id&returnTo&federated`: ends the browser's session without asking and
 * leads to a logout URL of the client. `federated` asks to end the session at the outside provider that the person has
 * come from, too: that is begun where applications are told. Accounts of this tenant's own have none, and nothing more
 * is to be done.
 */
export function v2Logout(service: IdentityService, provider: Provider) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		if (ctx.method !== "GET" || ctx.path !== PATH) return next();
		ctx.set("cache-control", "no-store");
		const clientId = textParameter(ctx, "client_id");
		const client = clientId === undefined ? undefined : await provider.Client.find(clientId);
		const target = returnAddress(service, client, textParameter(ctx, "returnTo"));
		const session = await provider.Session.get(ctx);
		if (target === undefined) {
			ctx.status = 400;
			const description =
				'The "returnTo" parameter is not one of the "Allowed Logout URLs" of the application that "client_id" names.';
			const errand = { isSignedIn: Boolean(session.accountId), application: client?.clientName };
			answerErrorPage(ctx, { error: "invalid_request", kind: "no-way-back", description }, errand);
			return;
		}
		const ended = session.accountId ? [await endSession(service, provider, session.uid)] : [];
		ctx.cookies.set(provider.cookieName("session"), null, cookieOptions(service.config));
		ctx.status = 302;
		await redirectPastOthers(service, ctx, ended, target);
	};
}

/**
 * The address as it was asked for when it is registered, its query and fragment aside; the client's first one when none
 * was asked for; our own page where there is no client.
 * @returns undefined for an address that is not allowed
 */
function returnAddress(
	service: IdentityService,
	client: Client | undefined,
	asked: string | undefined,
): string | undefined {
	const allowed = client?.postLogoutRedirectUris ?? [];
	if (asked === undefined) return allowed[0] ?? new URL("oidc/logout/success", service.config.issuer).href;
	if (!URL.canParse(asked)) return undefined;
	const address = new URL(asked);
	const bare = new URL(asked);
	bare.search = "";
	bare.hash = "";
	const registered = allowed.map((uri) => new URL(uri).href);
	return isReturnAddress(registered, bare.href) ? address.href : undefined;
}

function textParameter(ctx: KoaContextWithOIDC, name: string): string | undefined {
	const value = ctx.query[name];
	return typeof value === "string" && value !== "" ? value : undefined;
}
