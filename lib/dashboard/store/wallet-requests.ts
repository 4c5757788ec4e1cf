import "server-only";
import { randomBytes } from "node:crypto";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { dashboardSecrets } from "../secrets/dashboard-secrets";
import { dashboardDatabase, fromNow } from "./dashboard-database";
import { hashOfSession } from "./sessions";

/** From the request to the response. */
const LIFETIME_MS = 10 * 60_000;
/** At the same time; the oldest are removed. */
const REQUESTS_PER_SESSION_MAX = 5;
/** The key decrypts a response: it is encrypted in the store. */
const PURPOSE = "wallet-request-key";
const ID = /^[\w-]{22}$/;

export type WalletRequest = {
	/** Empty for a template that is yet to be created. */
	templateId: string;
	origin: string;
	nonce: string;
	encryptionInfo: string;
	/** PKCS #8 in PEM. */
	readerKey: string;
	requested: { names: readonly string[]; isRetained: boolean };
	certificateAuthority: string | null;
};

/** Stores a request to a wallet. @returns its identifier, 128 random bits */
export async function keepWalletRequest(sessionId: string, request: WalletRequest): Promise<string> {
	const database = await dashboardDatabase();
	const id = randomBytes(16).toString("base64url");
	const session_hash = hashOfSession(sessionId);
	await database
		.insertInto("wallet_requests")
		.values({
			id,
			session_hash,
			template_id: request.templateId,
			origin: request.origin,
			nonce: request.nonce,
			encryption_info: request.encryptionInfo,
			reader_key: await seal(request.readerKey, (await dashboardSecrets()).current, PURPOSE),
			asked: JSON.stringify(request.requested),
			certificate_authority: request.certificateAuthority,
			until: fromNow(LIFETIME_MS),
		})
		.execute();
	const newest = database
		.selectFrom("wallet_requests")
		.select("id")
		.where("session_hash", "=", session_hash)
		.orderBy("until", "desc")
		.orderBy("id")
		.limit(REQUESTS_PER_SESSION_MAX);
	await database
		.deleteFrom("wallet_requests")
		.where("session_hash", "=", session_hash)
		.where("id", "not in", newest)
		.execute();
	return id;
}

/**
 * Consumes a request, which is single use. Another session or another template gets null, without consuming it.
 * @returns "late" where it has expired; null where there is none
 */
export async function takeWalletRequest(
	sessionId: string,
	id: string,
	templateId: string,
): Promise<WalletRequest | "late" | null> {
	if (!ID.test(id) || templateId.includes("\u0000")) return null;
	const database = await dashboardDatabase();
	const taken = await database
		.deleteFrom("wallet_requests")
		.where("id", "=", id)
		.where("session_hash", "=", hashOfSession(sessionId))
		.where("template_id", "=", templateId)
		.returningAll()
		.executeTakeFirst();
	if (!taken) return null;
	if (taken.until <= fromNow(0)) return "late";
	const opened = await unseal(taken.reader_key, (await dashboardSecrets()).known, PURPOSE);
	if (!opened) return null;
	const { origin, nonce } = taken;
	return {
		templateId,
		origin,
		nonce,
		encryptionInfo: taken.encryption_info,
		readerKey: opened.text,
		requested: JSON.parse(taken.asked),
		certificateAuthority: taken.certificate_authority,
	};
}
