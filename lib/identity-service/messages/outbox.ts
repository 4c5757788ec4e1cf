import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { inTransaction } from "@/lib/database/in-transaction";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { outboxStart } from "../clients/lifetimes";
import type { IdentityService, Message, MessageSender } from "../context/identity-service";
import { callerHash, type ServiceRequest } from "../context/service-request";
import { OUTBOX_PURPOSE } from "../keys/service-secrets";
import { browserSession } from "../sessions/browser-session";
import { deleteBeyondMax } from "../store/rows";
import type { OutboxMessageTable } from "../store/schema";
import { findAdminRole } from "../store/users";

type ServiceParts = Pick<IdentityService, "database" | "secrets" | "now">;

/** Of a dropped message: it is as old as one that is not shown any more. */
const DROPPED_AT = new Date(0).toISOString();
/** Of one caller's messages to addresses with an account, and as many to addresses without. */
const CALLER_MESSAGES_MAX = 80;
/** Of each kind, so that a few callers cannot fill a list. */
const LISTED_MAX = 400;

/**
 * The embedded service's sender: it stores messages for a day, for the tenant's editors to read. They are encrypted, so
 * that a reader of the store cannot use their codes and links.
 */
export function outboxSender({ database, secrets, now }: ServiceParts): MessageSender {
	async function store({ channel, recipient, text, hasAccount, address }: Message, createdAt: string): Promise<void> {
		const row = {
			id: randomUUID(),
			connection: channel,
			recipient,
			created_at: createdAt,
			caller_hash: callerHash(secrets, address),
			has_account: hasAccount ? 1 : 0,
			text: await seal(text, secrets.current, OUTBOX_PURPOSE),
		};
		// In one transaction, since on a disk each commit takes longer than all that differs within.
		await inTransaction(database, async (transaction) => {
			await transaction.insertInto("outbox_messages").values(row).execute();
			// A dropped one.
			await transaction
				.deleteFrom("outbox_messages")
				.where("id", "=", row.id)
				.where("created_at", "<", outboxStart(now()))
				.execute();
			await deleteBeyondMax(transaction, row.caller_hash, {
				table: "outbox_messages",
				key: "id",
				order: "created_at",
				max: CALLER_MESSAGES_MAX,
				where: sql`has_account = ${row.has_account}`,
			});
		});
	}
	return {
		send: (message) => store(message, now().toISOString()),
		drop: (message) => store(message, DROPPED_AT),
	};
}

/**
 * The messages of the last day, the latest first. Those to addresses with an account have a limit of their own, so that
 * messages to made-up addresses cannot hide them. Omits what was encrypted under a secret that is no longer known.
 */
export async function readOutbox({ database, secrets, now }: ServiceParts): Promise<OutboxMessageTable[]> {
	const rows = await Promise.all(
		[1, 0].map((hasAccount) =>
			database
				.selectFrom("outbox_messages")
				.selectAll()
				.where("has_account", "=", hasAccount)
				.where("created_at", ">=", outboxStart(now()))
				.orderBy("created_at", "desc")
				.orderBy("id")
				.limit(LISTED_MAX)
				.execute(),
		),
	);
	const messages = await Promise.all(rows.flat().map((row) => opened(row, secrets.known)));
	return messages
		.filter((message) => message !== null)
		.toSorted((one, other) => other.created_at.localeCompare(one.created_at));
}

async function opened(row: OutboxMessageTable, known: readonly string[]): Promise<OutboxMessageTable | null> {
	// An older version wrote JSON.
	if (row.text.startsWith('"')) return { ...row, text: String(JSON.parse(row.text)) };
	const text = await unseal(row.text, known, OUTBOX_PURPOSE);
	return text && { ...row, text: text.text };
}

/**
 * The messages of the last day, for a tenant's editor who is signed in to the service in this browser.
 * @returns null for all others, since a code in a message is enough to sign in
 */
export async function outboxFor(service: IdentityService, request: ServiceRequest) {
	const { userId } = await browserSession(service, request);
	const role = userId && (await findAdminRole(service.database, userId));
	return role === "editor" ? readOutbox(service) : null;
}
