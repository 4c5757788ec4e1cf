import type { KoaContextWithOIDC } from "oidc-provider";
import type { IdentityService } from "../context/identity-service";
import { noteProviderSession, type ProviderSession } from "../sessions/provider-session";

/** Under this name the outcome of a login says which session at a provider it came from. */
export const PROVIDER_SESSION_RESULT = "providerSession";

export type SessionThere = Omit<ProviderSession, "sessionUid">;

const RESUME_PATH = /^\/authorize\/[\w-]+$/;

/** Notes, once a login goes on, which session at a provider the session here came from: both are to end together. */
export function noteSession(service: IdentityService) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		await next();
		if (!RESUME_PATH.test(ctx.path)) return;
		const { session, result } = ctx.oidc ?? {};
		const there = result?.[PROVIDER_SESSION_RESULT] as SessionThere | undefined;
		if (!there || !session || session.accountId !== there.accountId) return;
		await noteProviderSession(service, { ...there, sessionUid: session.uid });
	};
}
