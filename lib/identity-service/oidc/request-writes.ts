import Provider, { type AdapterPayload, errors, type KoaContextWithOIDC } from "oidc-provider";
import { inTransaction } from "@/lib/database/in-transaction";
import { REFRESH_GRANT } from "../clients/grant-types";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { newDevice } from "../sessions/device";
import {
	createFamily,
	exchangeValue,
	type NewFamily,
	newFamily,
	type PresentedToken,
	presentedToken,
	revokeGrant,
} from "../sessions/refresh-token-family";
import { isSessionOpen } from "../sessions/session-record";
import { consumeArtifact, findArtifact, type NewArtifact, saveArtifact } from "../store/oidc-artifacts";
import type { IdentityServiceDatabase } from "../store/schema";
import { shapeFailure } from "./provider-pages";
import { shapeTokenError } from "./token-errors";

/**
 * What the library writes during a token or revocation request. The library spends a code or a refresh token before it has
 * checked all that can refuse the request, so its writes are collected and made in one transaction before the response.
 */
type RequestWrites = {
	/** The code or the refresh token that the request spends. */
	spent: SpentArtifact | null;
	/** Grants and opaque access tokens. */
	issued: NewArtifact[];
	/** The next value of the refresh token that was presented. */
	successor: NewArtifact | null;
	/** A refresh token of a new family. */
	first: { artifact: NewArtifact; family: NewFamily } | null;
	/** Made whatever the response is. */
	deletions: Deletion[];
};

type SpentArtifact = { model: string; id: string };
type Deletion = (transaction: IdentityServiceDatabase) => Promise<void>;
/** The service with a transaction for its database. */
type Within = IdentityService;

function collectedWrites(): RequestWrites | undefined {
	return Provider.ctx?.state.requestWrites;
}

/** Spends an artifact, once. @throws errors.InvalidGrant where it was used before */
export async function spend({ database, now }: IdentityService, model: string, id: string): Promise<void> {
	const writes = collectedWrites();
	if (writes) writes.spent = { model, id };
	else if (!(await consumeArtifact(database, model, id, epochSeconds(now())))) {
		throw new errors.InvalidGrant({ detail: `${model} already used` });
	}
}

/** @param payload the artifact's, with identifiers that are not stored */
export async function storeIssued(
	service: IdentityService,
	artifact: NewArtifact,
	payload: AdapterPayload,
): Promise<void> {
	const writes = collectedWrites();
	if (artifact.model === "RefreshToken") {
		if (!writes) throw new Error("A refresh token is stored within a token request only.");
		if (Provider.ctx?.oidc.entities.RotatedRefreshToken) writes.successor = artifact;
		else writes.first = { artifact, family: await newFamily(service, payload) };
	} else if (writes) writes.issued.push(artifact);
	else await saveArtifact(service.database, artifact);
}

export async function deleteStored({ database }: IdentityService, deletion: Deletion): Promise<void> {
	const writes = collectedWrites();
	if (writes) writes.deletions.push(deletion);
	else await inTransaction(database, deletion);
}

/** Around the library's token and revocation endpoints: makes the writes of a request, or refuses it. */
export function writeBeforeResponse(service: IdentityService) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		const writes: RequestWrites = { spent: null, issued: [], successor: null, first: null, deletions: [] };
		ctx.state.requestWrites = writes;
		await next();
		try {
			if (!(await write(service, ctx, writes))) throw new errors.InvalidGrant();
		} catch (error) {
			if (!(error instanceof errors.InvalidGrant)) return shapeFailure(ctx, error);
			const { statusCode, error: code, error_description } = error;
			ctx.status = statusCode;
			ctx.body = { error: code, error_description };
			shapeTokenError(service)(ctx, error);
		}
	};
}

/**
 * All or nothing.
 * @returns false where the request is a replay, and what it leads to was revoked
 * @throws errors.InvalidGrant where what is issued has been revoked during the request
 */
async function write(service: IdentityService, ctx: KoaContextWithOIDC, writes: RequestWrites): Promise<boolean> {
	const { spent, issued, successor, first, deletions } = writes;
	const isRefresh = ctx.oidc?.params?.grant_type === REFRESH_GRANT;
	const presented = isRefresh ? presentedToken(ctx) : undefined;
	const isIssued = ctx.status === 200 && (presented ?? spent ?? first ?? issued[0]) !== undefined;
	if (!isIssued && deletions.length === 0) return true;
	return inTransaction(service.database, async (transaction) => {
		const within: Within = { ...service, database: transaction };
		for (const deletion of deletions) await deletion(transaction);
		if (!isIssued) return true;
		// First: whoever ends the session waits until its token is stored, and finds it.
		const sessionId = first?.family.row.session_id;
		if (sessionId && !(await isSessionOpen(transaction, sessionId))) throw new errors.InvalidGrant();
		if (presented && !(await exchange(within, ctx, presented))) return false;
		if (!presented && spent && !(await spendOnce(within, spent))) return false;
		for (const artifact of issued) await saveArtifact(transaction, artifact);
		if (presented && successor) {
			const { id, value } = presented;
			await saveArtifact(transaction, { ...successor, refreshTokenId: id, generation: value.generation + 1 });
		}
		if (first) await storeFirst(within, ctx, first);
		return true;
	});
}

/** @returns false where the token's value was used before */
async function exchange(within: Within, ctx: KoaContextWithOIDC, presented: PresentedToken): Promise<boolean> {
	const outcome = await exchangeValue(within, presented, ctx);
	if (outcome === "gone") throw new errors.InvalidGrant();
	return outcome === "exchanged";
}

/** @returns false where a concurrent request was first with the same value: a replay (RFC 9700 section 4.14.2) */
async function spendOnce(within: Within, { model, id }: SpentArtifact): Promise<boolean> {
	const { database, now } = within;
	if (await consumeArtifact(database, model, id, epochSeconds(now()))) return true;
	const row = await findArtifact(database, model, id);
	if (row?.grant_id) await revokeGrant(within, row.grant_id);
	return false;
}

async function storeFirst(
	within: Within,
	ctx: KoaContextWithOIDC,
	{ artifact, family }: NonNullable<RequestWrites["first"]>,
): Promise<void> {
	if (!(await findArtifact(within.database, "Grant", family.row.grant_id))) throw new errors.InvalidGrant();
	const refreshTokenId = await createFamily(within, family.row, family.lifetimes, newDevice(ctx));
	await saveArtifact(within.database, { ...artifact, refreshTokenId });
}
