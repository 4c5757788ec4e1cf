import { z } from "zod";
import { resourceMetadata } from "@/lib/contract/metadata";
import { updateSessionRequest } from "@/lib/contract/session";
import { revokeAccessRequest } from "@/lib/contract/user";
import type { IdentityService } from "../context/identity-service";
import { Refusal } from "../http/refusal";
import { recordRevocations } from "../log/endings";
import { closeSession, closeSessionsOf } from "../sessions/end-session";
import type { SessionRow } from "../store/schema";
import { countSessions, findSession, isSessionOf, listSessions, updateSessionMetadata } from "../store/sessions";
import { operation } from "./operation";
import { checkpointPage, checkpointPageOf, checkpointParameters, type List } from "./paging";
import { booleanText, fieldParameters, idParameter, lookupText, pickFields, resource, timeText } from "./resource";
import { deviceProperty, metadataColumn, metadataForm } from "./token-and-session";
import { requireUser } from "./users";

/** All properties of the interface: `methods` without `type`, which is for a second factor. */
const { schema: session, read } = resource<SessionRow>({
	id: [z.string(), (row) => row.id],
	user_id: [z.string(), (row) => row.user_id],
	created_at: [timeText, (row) => row.created_at],
	updated_at: [timeText, (row) => row.updated_at],
	authenticated_at: [timeText, (row) => row.authenticated_at],
	last_interacted_at: [timeText, (row) => row.last_interacted_at],
	idle_expires_at: [timeText, (row) => row.idle_expires_at],
	expires_at: [timeText, (row) => row.expires_at],
	device: deviceProperty,
	clients: [
		z.array(z.strictObject({ client_id: z.string() })),
		(row) => JSON.parse(row.clients).map((client_id: string) => ({ client_id })),
	],
	authentication: [
		z.strictObject({ methods: z.array(z.strictObject({ name: z.string(), timestamp: timeText })) }),
		(row) => ({ methods: JSON.parse(row.methods) }),
	],
	// The cookie outlives the browser's end.
	cookie: [z.strictObject({ mode: z.literal("persistent") }), () => ({ mode: "persistent" })],
	session_metadata: [
		resourceMetadata.optional(),
		({ metadata }) => (metadata === null ? undefined : JSON.parse(metadata)),
	],
	actor: [
		z.strictObject({ sub: z.string() }).optional(),
		({ actor }) => (actor === null ? undefined : JSON.parse(actor)),
	],
});

export const sessionOperations = [
	operation("get_sessions_by_id", {
		path: idParameter,
		query: z.strictObject(fieldParameters),
		response: session.partial(),
		refusals: [404],
		async run(service, { path: { id }, query }) {
			return pickFields(read(service, await requireSession(service, id)), query);
		},
	}),
	operation("patch_sessions_by_id", {
		action: "Update a session",
		path: idParameter,
		body: { schema: updateSessionRequest, form: { session_metadata: metadataForm } },
		response: session,
		refusals: [404],
		async run(service, { path: { id }, body: { session_metadata: metadata } }) {
			// The property is optional: an update without it changes nothing.
			if (metadata === undefined) return read(service, await requireSession(service, id));
			const now = service.now().toISOString();
			const row = await updateSessionMetadata(service.database, id, metadataColumn(metadata), now);
			return read(service, found(row));
		},
	}),
	operation("delete_sessions_by_id", {
		action: "Delete a session",
		path: idParameter,
		status: 202,
		// The vendor: "Refresh tokens can remain active after a session has expired or been deleted".
		description:
			"Ends the session as a sign-out does. Its refresh tokens stay valid: POST /sessions/{id}/revoke revokes them as well.",
		async run(service, { path: { id }, concerns }) {
			const { sessions } = await closeSession(service, id, { keepRefreshTokens: true });
			for (const { user_id } of sessions) concerns(user_id);
		},
	}),
	operation("post_session_revoke", {
		action: "Revoke a session",
		path: idParameter,
		status: 202,
		refusals: [404],
		description:
			"Ends the session and revokes every refresh token that was issued in it, also where the session has already ended.",
		async run(service, { path: { id }, requester, concerns }) {
			const { wasOpen, sessions, tokens } = await closeSession(service, id, { keepRefreshTokens: false });
			if (!wasOpen) throw noSession();
			for (const { user_id } of [...sessions, ...tokens]) concerns(user_id);
			await recordRevocations(service, service.database, tokens, requester);
		},
	}),
	operation("get_user_sessions", {
		path: z.strictObject({ user_id: lookupText }),
		query: z.strictObject({ ...checkpointParameters, include_totals: booleanText.default(false) }),
		response: checkpointPageOf("sessions", session).extend({ total: z.int().min(0).optional() }),
		refusals: [404],
		async run(service, { path: { user_id: userId }, query }) {
			const { rows, ...next } = await checkpointPage(service, sessionList(service, userId), query);
			const count = () => countSessions(service.database, userId, service.now().toISOString());
			const total = query.include_totals ? { total: await count() } : {};
			return { sessions: rows.map((row) => read(service, row)), ...next, ...total };
		},
	}),
	operation("delete_user_sessions", {
		action: "Delete the sessions of a user",
		path: z.strictObject({ user_id: lookupText }),
		status: 202,
		refusals: [404],
		description: "Ends all sessions of the user as a sign-out does. Refresh tokens stay valid.",
		async run(service, { path: { user_id: userId } }) {
			await requireUser(service, userId);
			await closeSessionsOf(service, userId, { keepRefreshTokens: true });
		},
	}),
	operation("post_user_revoke_access", {
		action: "Revoke the access of a user",
		path: z.strictObject({ user_id: lookupText }),
		body: { schema: revokeAccessRequest },
		status: 202,
		refusals: [404],
		description:
			"Ends one session of the user (`session_id`) and revokes the refresh tokens that were issued in it, or ends all sessions and revokes all refresh tokens. Nothing happens if the session belongs to another user.",
		async run(service, { path: { user_id: userId }, body, requester }) {
			const { session_id: id, preserve_refresh_tokens: isKept } = body;
			await requireUser(service, userId);
			const extent = { keepRefreshTokens: isKept ?? false };
			if (id !== undefined && !(await isSessionOf(service.database, id, userId))) return;
			const { tokens } =
				id === undefined ? await closeSessionsOf(service, userId, extent) : await closeSession(service, id, extent);
			await recordRevocations(service, service.database, tokens, requester);
		},
	}),
];

function sessionList(service: IdentityService, userId: string): List<SessionRow> {
	return {
		id: ["sessions", userId],
		async after(position, limit) {
			await requireUser(service, userId);
			const after = position?.[0] ?? null;
			return listSessions(service.database, userId, { after, limit, now: service.now().toISOString() });
		},
		positionOf: ({ id }) => [id],
	};
}

async function requireSession({ database, now }: IdentityService, id: string): Promise<SessionRow> {
	return found(await findSession(database, id, now().toISOString()));
}

function found(row: SessionRow | null): SessionRow {
	if (!row) throw noSession();
	return row;
}

function noSession(): Refusal {
	return new Refusal(404, null, "The session does not exist.");
}
