import { z } from "zod";
import { device } from "./device";
import { known, pageOf, text } from "./lenient";
import { resourceMetadata, storedMetadata } from "./metadata";
import { time } from "./time";

/** Body of `PATCH /sessions/{id}`. The map is replaced whole; null or `{}` removes all metadata. */
export const updateSessionRequest = z.strictObject({
	session_metadata: resourceMetadata.nullable().optional(),
});

/** How and when the user has authenticated, for example `{ name: "pwd", timestamp }`. */
const authenticationMethod = z.looseObject({ name: text, timestamp: time, type: text });

/** A session in a response. Any field but the id may be null, missing or of another form on a real tenant. */
export const session = z.looseObject({
	id: z.string(),
	user_id: text,
	created_at: time,
	updated_at: time,
	authenticated_at: time,
	last_interacted_at: time,
	idle_expires_at: time,
	expires_at: time,
	device: known(device),
	/** The applications that the user has signed in to within it. */
	clients: known(z.array(z.looseObject({ client_id: text }).catch({}))),
	authentication: known(z.looseObject({ methods: known(z.array(authenticationMethod.catch({}))) })),
	cookie: known(z.looseObject({ mode: text })),
	session_metadata: known(storedMetadata),
	/**
	 * Who opened it as the user (session delegation), for example a support agent; only such a session has it. Of another form
	 * it is someone who is not known.
	 */
	actor: z.looseObject({ sub: text }).nullish().catch({}),
});
export type Session = z.infer<typeof session>;

/** `GET /users/{user_id}/sessions`. `next` may be present on the last page: an empty page is the end. */
export const sessionPage = pageOf("sessions", session, { next: z.string().nullish() });
export type SessionPage = z.infer<typeof sessionPage>;
