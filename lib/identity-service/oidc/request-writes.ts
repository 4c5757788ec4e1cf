import Provider, { type AdapterPayload, errors, type KoaContextWithOIDC } from "oidc-provider";
import { inTransaction } from "@/lib/database/in-transaction";
import { REFRESH_GRANT } from "../clients/grant-types";
import { epochSeconds } from "../context/clock";
import type { IdentityService } from "../context/identity-service";
import { logFailure } from "../http/failure";
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
import { extendGrant, saveGrant } from "../sessions/session-grant";
import { isSessionOpen } from "../sessions/session-record";
import { lockedClients } from "../store/clients";
import { consumeArtifact, findArtifact, type NewArtifact, saveArtifact } from "../store/oidc-artifacts";
import { saveSuccessor } from "../store/refresh-token-values";
import type { IdentityServiceDatabase } from "../store/schema";
import { DETAILS, exchangeEntry, noteRefusal, refusalEntry } from "./provider-log";
import { shapeFailure } from "./provider-pages";
import { shapeTokenError } from "./token-errors";

type Write = (transaction: IdentityServiceDatabase) => Promise<void>;
type SpentArtifact = { model: string; id: string };

/**
 * What is written during a token or revocation request. The library spends a code or a refresh token before it has checked
 * all that can refuse the request, so the writes are collected and made in one transaction before the response.
 */
type RequestWrites = {
	/** The code or the refresh token that the request spends. */
	spent: SpentArtifact | null;
	/** The next value of the refresh token that was presented. */
	successor: NewArtifact | null;
	/** A refresh token of a new family. */
	first: { artifact: NewArtifact; family: NewFamily; tokenId?: string } | null;
	/** What else is stored of what is issued. */
	others: Write[];
	/** Made whatever the response is. */
	deletions: Write[];
};

function collectedWrites(): RequestWrites | undefined {
	return Provider.ctx?.state.requestWrites;
}

/** Spends an artifact, once. @throws errors.InvalidGrant where it was spent before */
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
	if (artifact.model !== "RefreshToken") {
		const clientId = payload.clientId ?? payload.params?.client_id;
		const store: Write = (transaction) =>
			artifact.model === "Grant"
				? saveGrant({ ...service, database: transaction }, payload, artifact)
				: saveArtifact(transaction, artifact);
		if (collectedWrites() || clientId === undefined) return writeWithIssued(service, store);
		return inTransaction(service.database, async (transaction) => {
			if (!(await isClientLeft(transaction, String(clientId)))) throw new errors.InvalidClient("the client is gone");
			await store(transaction);
		});
	}
	const writes = collectedWrites();
	if (!writes) throw new Error("A refresh token is stored within a token request only.");
	if (Provider.ctx?.oidc.entities.RotatedRefreshToken) writes.successor = artifact;
	else writes.first = { artifact, family: await newFamily(service, payload) };
}

/** Whether a client exists. Whoever deletes it waits until the transaction has stored what is issued to it, and finds that. */
async function isClientLeft(transaction: IdentityServiceDatabase, clientId: string): Promise<boolean> {
	return (await lockedClients(transaction, [clientId])).length > 0;
}

/** Within a token request: only where that succeeds, together with what it issues. */
export async function writeWithIssued({ database }: IdentityService, write: Write): Promise<void> {
	const writes = collectedWrites();
	if (writes) writes.others.push(write);
	else await inTransaction(database, write);
}

export async function deleteStored({ database }: IdentityService, deletion: Write): Promise<void> {
	const writes = collectedWrites();
	if (writes) writes.deletions.push(deletion);
	else await inTransaction(database, deletion);
}

/** Around the library's token and revocation endpoints: makes the writes of a request, or refuses it. */
export function writeBeforeResponse(service: IdentityService) {
	return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
		const writes: RequestWrites = { spent: null, successor: null, first: null, others: [], deletions: [] };
		ctx.state.requestWrites = writes;
		await next();
		try {
			if (!(await write(service, ctx, writes))) refuse(service, ctx, new errors.InvalidGrant());
		} catch (error) {
			refuse(service, ctx, error);
			if (error instanceof errors.InvalidGrant) {
				noteRefusal(ctx, error);
				await logRefusal(service, ctx);
			}
		}
	};
}

/** As the library responds to an error. */
function refuse(service: IdentityService, ctx: KoaContextWithOIDC, error: unknown): void {
	if (error instanceof errors.InvalidGrant) {
		ctx.status = error.statusCode;
		ctx.body = { error: error.error, error_description: error.error_description };
		shapeTokenError(service)(ctx, error);
	} else shapeFailure(ctx, error);
}

/** Where its entry fails, the request is refused as without it. */
async function logRefusal(service: IdentityService, ctx: KoaContextWithOIDC): Promise<void> {
	try {
		const entry = await refusalEntry(service, ctx);
		if (entry) service.log.add(entry);
	} catch (error) {
		logFailure("the log of a refused exchange", error);
	}
}

/** @returns false for a replay. @throws errors.InvalidGrant as `writeIssued` */
async function write(service: IdentityService, ctx: KoaContextWithOIDC, writes: RequestWrites): Promise<boolean> {
	const { spent, first, others, deletions } = writes;
	const isGranted = ctx.status === 200;
	const isRefresh = isGranted && ctx.oidc.params?.grant_type === REFRESH_GRANT;
	const presented = isRefresh ? presentedToken(ctx) : undefined;
	const isIssued = isGranted && (presented !== undefined || spent !== null || first !== null || others.length > 0);
	// As for all that clients request in their own name.
	if (!isIssued && deletions.length === 0) {
		if (!isGranted) await logRefusal(service, ctx);
		const entry = isGranted && exchangeEntry(ctx);
		if (entry) service.log.add(entry);
		return true;
	}
	return inTransaction(service.database, async (transaction) => {
		const within = { ...service, database: transaction };
		for (const deletion of deletions) await deletion(transaction);
		const isDone = !isIssued || (await writeIssued(within, ctx, writes, presented));
		if (!isDone) noteRefusal(ctx, new errors.InvalidGrant(presented ? DETAILS.usedToken : DETAILS.usedCode));
		const entry = isGranted && isDone ? exchangeEntry(ctx, writes.first?.tokenId) : await refusalEntry(within, ctx);
		if (entry) await service.log.record(transaction, entry);
		return isDone;
	});
}

/**
 * To be called in a transaction.
 * @returns false where the request is a replay (RFC 9700 section 4.14.2): what it leads to has ended, and nothing is stored
 * @throws errors.InvalidGrant where what it needs has ended since it was read
 */
async function writeIssued(
	service: IdentityService,
	ctx: KoaContextWithOIDC,
	{ spent, successor, first, others }: RequestWrites,
	presented: PresentedToken | undefined,
): Promise<boolean> {
	const { database } = service;
	if (ctx.oidc.client && !(await isClientLeft(database, ctx.oidc.client.clientId))) throw new errors.InvalidGrant();
	// Before the token is stored: whoever ends the session waits, and finds it.
	const sessionId = first?.family.row.session_id;
	if (sessionId && !(await isSessionOpen(database, sessionId))) throw new errors.InvalidGrant(DETAILS.noGrant);
	if (presented) {
		const outcome = await exchangeValue(service, presented, ctx);
		if (outcome === "gone") throw new errors.InvalidGrant(DETAILS.noToken);
		if (outcome === "reused") return false;
	} else if (spent && !(await spendOnce(service, spent, ctx))) return false;
	for (const each of others) await each(database);
	if (presented && successor) {
		await saveSuccessor(database, presented.value, successor);
	}
	if (first) {
		const { row, lifetimes } = first.family;
		if (!(await extendGrant(service, row.grant_id, lifetimes.absoluteSeconds))) throw new errors.InvalidGrant();
		const refreshTokenId = await createFamily(service, row, lifetimes, newDevice(ctx));
		first.tokenId = refreshTokenId;
		await saveArtifact(database, { ...first.artifact, refreshTokenId });
	}
	return true;
}

/** @returns false where another request was first, and what was issued to it has ended */
async function spendOnce(
	service: IdentityService,
	{ model, id }: SpentArtifact,
	ctx: KoaContextWithOIDC,
): Promise<boolean> {
	const { database, now } = service;
	if (await consumeArtifact(database, model, id, epochSeconds(now()))) return true;
	const row = await findArtifact(database, model, id);
	if (row?.grant_id) await revokeGrant(service, row.grant_id, ctx);
	return false;
}
