import { z } from "zod";
import { browserFlow } from "../identity-provider/browser-flow";

/** How long the applications may take together. */
const LIFETIME_SECONDS = 10 * 60;

const logoutFlow = z.strictObject({
	/** Who began, and is answered in the end: an application by its request, or one that has led here to sign out. */
	origin: z.discriminatedUnion("kind", [
		z.strictObject({
			kind: z.literal("request"),
			...{ clientId: z.string(), requestId: z.string(), nameId: z.string(), relayState: z.string().nullable() },
		}),
		z.strictObject({
			kind: z.literal("address"),
			returnTo: z.string(),
			/** The same where an application could not be told, or did not sign out. */
			partialReturnTo: z.string().optional(),
		}),
	]),
	/** `uid`s of the sessions that end; null: the browser's, which is known once it comes by itself. */
	sessions: z.array(z.string()).nullable(),
	/** Applications that are still to be told, each with what names its part; null: the sessions haven't ended yet. */
	waiting: z
		.array(
			z.strictObject({
				...{ clientId: z.string(), nameId: z.string(), nameIdFormat: z.string() },
				sessionIndexes: z.array(z.string()),
			}),
		)
		.nullable(),
	/** The one that is being told, and by which request. */
	asked: z.strictObject({ clientId: z.string(), requestId: z.string() }).nullable(),
	/** Whether an application could not be told, or did not sign out. */
	isPartial: z.boolean(),
});
/** A logout on its way from application to application. Here, since none of them is to have a hand in it. */
export type LogoutFlow = z.infer<typeof logoutFlow>;

export const {
	begin: beginLogout,
	save: saveLogout,
	end: endLogout,
	find: findLogout,
	tokenCookie: logoutCookie,
} = browserFlow({
	...{ model: "SamlLogout", schema: logoutFlow, path: "/samlp", cookie: "logout" },
	lifetimeSeconds: LIFETIME_SECONDS,
});
