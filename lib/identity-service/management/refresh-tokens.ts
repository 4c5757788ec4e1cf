import { z } from "zod";
import { type RefreshTokenMetadata, updateRefreshTokenRequest } from "@/lib/contract/refresh-token";
import type { IdentityService } from "../context/identity-service";
import { Refusal } from "../http/refusal";
import {
	countRefreshTokens,
	deleteRefreshToken,
	findRefreshToken,
	listRefreshTokens,
	type RefreshTokenOwner,
	type RefreshTokenRow,
	updateRefreshTokenMetadata,
} from "../store/refresh-tokens";
import { decodeCheckpoint, encodeCheckpoint } from "./checkpoint";
import { operation } from "./operation";
import { booleanText, checkpointParameters, fieldParameters, lookupText, noParameters, pickFields } from "./parameters";
import { refreshToken, refreshTokenAnswer } from "./refresh-token-answer";
import { requireUser } from "./users";

const path = z.strictObject({ id: lookupText });

export const listRefreshTokensOperation = operation("get_refresh_tokens", {
	path: noParameters,
	// Whose tokens must be said; without it the words of the refusal are not the validator's.
	query: z
		.strictObject({
			...checkpointParameters,
			...fieldParameters,
			user_id: lookupText.meta({ minLength: 1 }).optional(),
			client_id: lookupText.optional(),
		})
		.meta({ required: ["user_id"] }),
	status: 200,
	answer: z.strictObject({ refresh_tokens: z.array(refreshToken.partial()), next: z.string().optional() }),
	refusals: [404],
	async run(service, { query }) {
		if (!query.user_id) {
			throw new Refusal(400, "invalid_query_string", "Missing required 'user_id' parameter.");
		}
		const { rows, next } = await page(service, { userId: query.user_id, clientId: query.client_id }, query);
		return { refresh_tokens: rows.map((row) => pickFields(refreshTokenAnswer(row), query)), ...next };
	},
});

export const listUserRefreshTokensOperation = operation("get_user_refresh-tokens", {
	path: z.strictObject({ user_id: lookupText }),
	query: z.strictObject({ ...checkpointParameters, include_totals: booleanText.default(false) }),
	status: 200,
	answer: z.strictObject({
		tokens: z.array(refreshToken),
		next: z.string().optional(),
		total: z.int().min(0).optional(),
	}),
	refusals: [404],
	async run(service, input) {
		const userId = input.path.user_id;
		const { rows, next } = await page(service, { userId }, input.query);
		const total = input.query.include_totals ? { total: await countRefreshTokens(service.database, userId) } : {};
		return { tokens: rows.map(refreshTokenAnswer), ...next, ...total };
	},
});

export const getRefreshTokenOperation = operation("get_refresh-tokens_by_id", {
	path,
	query: z.strictObject(fieldParameters),
	status: 200,
	answer: refreshToken.partial(),
	refusals: [404],
	async run(service, input) {
		const row = requireToken(await findRefreshToken(service.database, input.path.id));
		return pickFields(refreshTokenAnswer(row), input.query);
	},
});

export const updateRefreshTokenOperation = operation("patch_refresh-tokens_by_id", {
	path,
	query: noParameters,
	body: {
		schema: updateRefreshTokenRequest,
		// `refresh_token_metadata[key]=value`; a form has no null, so `refresh_token_metadata=` stands for it.
		form: { refresh_token_metadata: { depth: 1, bare: (text) => (text === "" ? null : text) } },
	},
	status: 200,
	answer: refreshToken,
	refusals: [404],
	async run(service, input) {
		const { refresh_token_metadata: metadata } = input.body;
		// The property is optional: an update without it changes nothing.
		const row =
			metadata === undefined
				? await findRefreshToken(service.database, input.path.id)
				: await updateRefreshTokenMetadata(service.database, input.path.id, storedMetadata(metadata));
		return refreshTokenAnswer(requireToken(row));
	},
});

export const deleteRefreshTokenOperation = operation("delete_refresh-tokens_by_id", {
	path,
	query: noParameters,
	status: 202,
	run: (service, input) => deleteRefreshToken(service.database, input.path.id),
});

async function page(service: IdentityService, owner: RefreshTokenOwner, query: { from?: string; take: number }) {
	const list = ["refresh-tokens", owner.userId, owner.clientId ?? null];
	const [after = null] = decodeCheckpoint(service, list, query.from) ?? [];
	await requireUser(service, owner.userId);
	// One row more than asked for tells whether another page follows.
	const rows = await listRefreshTokens(service.database, owner, after, query.take + 1);
	const shown = rows.slice(0, query.take);
	const last = rows.length > query.take ? shown.at(-1) : undefined;
	return { rows: shown, next: last ? { next: encodeCheckpoint(service, list, [last.id]) } : {} };
}

function requireToken(row: RefreshTokenRow | null): RefreshTokenRow {
	if (!row) throw new Refusal(404, null, "The refresh token does not exist.");
	return row;
}

/** Null and `{}` both remove all metadata. */
function storedMetadata(metadata: RefreshTokenMetadata | null): string | null {
	return metadata === null || Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}
