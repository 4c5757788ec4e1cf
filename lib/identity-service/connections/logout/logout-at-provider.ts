import { z } from "zod";
import { browserFlow } from "../../identity-provider/browser-flow";
import { providerSession } from "../../sessions/provider-session";
import { LOGOUT_PATH } from "./logout-address";

/** How long the provider may take, and the applications before it. */
const LIFETIME_SECONDS = 15 * 60;

const toldProvider = z.strictObject({
	kind: z.literal("tell"),
	/** That has ended here, and is to end there. */
	session: providerSession,
	/** What people know the provider by; null: nobody knows any more. */
	label: z.string().nullable(),
	/** Where the logout leads, absolute. */
	returnTo: z.string(),
	/** The request that was sent, and whether by a form. */
	asked: z.strictObject({ requestId: z.string(), byForm: z.boolean() }).nullable(),
});
/** A logout of this service on its way to a provider. */
export type ToldProvider = z.infer<typeof toldProvider>;

const answeredProvider = z.strictObject({
	kind: z.literal("answer"),
	connectionId: z.string(),
	requestId: z.string(),
	relayState: z.string().nullable(),
});
/** A provider's own logout, which is answered when the applications have heard of it. */
export type AnsweredProvider = z.infer<typeof answeredProvider>;

export const {
	begin: beginProviderLogout,
	save: saveProviderLogout,
	end: endProviderLogout,
	find: findProviderLogout,
	tokenCookie: providerLogoutCookie,
} = browserFlow<ToldProvider | AnsweredProvider>({
	...{ model: "ProviderLogout", schema: z.discriminatedUnion("kind", [toldProvider, answeredProvider]) },
	...{ path: LOGOUT_PATH, cookie: "provider-logout", lifetimeSeconds: LIFETIME_SECONDS },
});
