import { z } from "zod";
import { resourceMetadata } from "@/lib/contract/metadata";
import { revokeRefreshTokensRequest, updateRefreshTokenRequest } from "@/lib/contract/refresh-token";
import type { IdentityService } from "../context/identity-service";
import { Refusal } from "../http/refusal";
import { recordRevocations } from "../log/endings";
import { findClient } from "../store/clients";
import {
	countRefreshTokens,
	deleteRefreshToken,
	deleteRefreshTokens,
	findRefreshToken,
	listRefreshTokens,
	type RefreshTokenOwner,
	refreshTokenIds,
	updateRefreshTokenMetadata,
} from "../store/refresh-tokens";
import { isStorable } from "../store/rows";
import type { RefreshTokenRow } from "../store/schema";
import { findUser } from "../store/users";
import { operation } from "./operation";
import { checkpointPage, checkpointPageOf, checkpointParameters, type List } from "./paging";
import { booleanText, fieldParameters, idParameter, lookupText, pickFields, resource, timeText } from "./resource";
import { deviceProperty, metadataColumn, metadataForm } from "./token-and-session";
import { requireUser } from "./users";

/**
 * All properties of the specification. Null says that there is none: no session, no metadata, as the specification has it,
 * and no end of the token's life, as the vendor responds. What is unknown is left out.
 */
const { schema: refreshToken, read } = resource<RefreshTokenRow>({
	id: [z.string(), (row) => row.id],
	user_id: [z.string(), (row) => row.user_id],
	created_at: [timeText, (row) => row.created_at],
	idle_expires_at: [timeText.nullable(), (row) => row.idle_expires_at],
	expires_at: [timeText.nullable(), (row) => row.expires_at],
	device: deviceProperty,
	client_id: [z.string(), (row) => row.client_id],
	session_id: [z.string().nullable(), (row) => row.session_id],
	rotating: [z.boolean(), (row) => row.rotating === 1],
	resource_servers: [
		z.array(z.strictObject({ audience: z.string(), scopes: z.string() })),
		(row) => JSON.parse(row.resource_servers),
	],
	refresh_token_metadata: [resourceMetadata.nullable(), ({ metadata }) => metadata && JSON.parse(metadata)],
	last_exchanged_at: [timeText.optional(), (row) => row.last_exchanged_at ?? undefined],
});

export const refreshTokenOperations = [
	operation("get_refresh_tokens", {
		// The user is required, but the refusal without it is not worded by the validator.
		query: z
			.strictObject({
				...checkpointParameters,
				...fieldParameters,
				user_id: lookupText.meta({ minLength: 1 }).optional(),
				client_id: lookupText.optional(),
			})
			.meta({ required: ["user_id"] }),
		response: checkpointPageOf("refresh_tokens", refreshToken.partial()),
		refusals: [404],
		async run(service, { query }) {
			const { user_id: userId, client_id: clientId } = query;
			if (!userId) throw new Refusal(400, "invalid_query_string", "Missing required 'user_id' parameter.");
			const { rows, ...next } = await checkpointPage(service, refreshTokenList(service, { userId, clientId }), query);
			return { refresh_tokens: rows.map((row) => pickFields(read(service, row), query)), ...next };
		},
	}),
	operation("get_refresh-tokens_by_id", {
		path: idParameter,
		query: z.strictObject(fieldParameters),
		response: refreshToken.partial(),
		refusals: [404],
		async run(service, { path: { id }, query }) {
			return pickFields(read(service, await requireToken(service, id)), query);
		},
	}),
	operation("patch_refresh-tokens_by_id", {
		action: "Update a refresh token",
		path: idParameter,
		body: { schema: updateRefreshTokenRequest, form: { refresh_token_metadata: metadataForm } },
		response: refreshToken,
		refusals: [404],
		async run(service, { path: { id }, body: { refresh_token_metadata: metadata } }) {
			// The property is optional: an update without it changes nothing.
			if (metadata === undefined) return read(service, await requireToken(service, id));
			const now = service.now().toISOString();
			const row = await updateRefreshTokenMetadata(service.database, id, metadataColumn(metadata), now);
			return read(service, found(row));
		},
	}),
	operation("delete_refresh-tokens_by_id", {
		action: "Delete a refresh token",
		path: idParameter,
		status: 202,
		async run(service, { path: { id }, requester, concerns }) {
			const deleted = await deleteRefreshToken(service.database, id);
			for (const { user_id } of deleted) concerns(user_id);
			await recordRevocations(service, service.database, deleted, requester);
		},
	}),
	operation("delete_user_refresh-tokens", {
		action: "Delete the refresh tokens of a user",
		path: z.strictObject({ user_id: lookupText }),
		status: 202,
		refusals: [404],
		async run(service, { path: { user_id: userId }, requester }) {
			await requireUser(service, userId);
			const deleted = await deleteRefreshTokens(service.database, "user_id", [userId]);
			await recordRevocations(service, service.database, deleted, requester);
		},
	}),
	operation("post_refresh_tokens_revoke", {
		action: "Revoke refresh tokens",
		body: { schema: revokeRefreshTokensRequest },
		status: 202,
		description:
			"Revokes the refresh tokens in `ids`, or those of a user (`user_id`), which `client_id` limits to one application and `audience` to one API. Unknown IDs are ignored.",
		async run(service, { body: { ids, user_id: userId, client_id: clientId, audience }, requester, concerns }) {
			const { database, now } = service;
			const isOfUser = userId !== undefined;
			const isChain = (isOfUser || clientId === undefined) && (clientId !== undefined || audience === undefined);
			if ((ids !== undefined) === isOfUser || !isChain) throw notRevocable("Invalid combination of parameters.");
			if (isOfUser && !(isStorable(userId) && (await findUser(database, userId))))
				throw notRevocable("User not found.");
			if (clientId !== undefined && !(await findClient(database, clientId))) throw notRevocable("Client not found.");
			const time = now().toISOString();
			const owned = isOfUser && (await refreshTokenIds(database, { userId, clientId }, audience, time));
			const deleted = await deleteRefreshTokens(database, "id", (owned || ids || []).filter(isStorable));
			const [owner, ...others] = new Set(deleted.map(({ user_id }) => user_id));
			if (owner !== undefined && others.length === 0) concerns(owner);
			await recordRevocations(service, database, deleted, requester);
		},
	}),
	operation("get_user_refresh-tokens", {
		path: z.strictObject({ user_id: lookupText }),
		query: z.strictObject({ ...checkpointParameters, include_totals: booleanText.default(false) }),
		response: checkpointPageOf("tokens", refreshToken).extend({ total: z.int().min(0).optional() }),
		refusals: [404],
		async run(service, { path: { user_id: userId }, query }) {
			const { rows, ...next } = await checkpointPage(service, refreshTokenList(service, { userId }), query);
			const count = () => countRefreshTokens(service.database, userId, service.now().toISOString());
			const total = query.include_totals ? { total: await count() } : {};
			return { tokens: rows.map((row) => read(service, row)), ...next, ...total };
		},
	}),
];

function refreshTokenList(service: IdentityService, owner: RefreshTokenOwner): List<RefreshTokenRow> {
	return {
		id: ["refresh-tokens", owner.userId, owner.clientId ?? null],
		async after(position, limit) {
			await requireUser(service, owner.userId);
			const after = position?.[0] ?? null;
			return listRefreshTokens(service.database, owner, { after, limit, now: service.now().toISOString() });
		},
		positionOf: ({ id }) => [id],
	};
}

/** 400 for tokens that a request does not name well, in the words of the real service. */
function notRevocable(message: string): Refusal {
	return new Refusal(400, "invalid_body", message);
}

async function requireToken({ database, now }: IdentityService, id: string): Promise<RefreshTokenRow> {
	return found(await findRefreshToken(database, id, now().toISOString()));
}

function found(row: RefreshTokenRow | null): RefreshTokenRow {
	if (!row) throw new Refusal(404, null, "The refresh token does not exist.");
	return row;
}
