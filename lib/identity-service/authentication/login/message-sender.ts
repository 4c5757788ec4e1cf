import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { addOutboxMessage, listOutboxMessages } from "../../store/outbox-messages";
import type { IdentityServiceSchema, OutboxMessageTable } from "../../store/schema";
import type { Connection } from "./connection";

export type Message = { connection: Connection; recipient: string; text: string };

/** What carries a message to a person: replace it to send real e-mail and text messages. */
export type MessageSender = { send: (message: Message) => Promise<void> };

/** Codes are long dead by then. */
const OUTBOX_MILLISECONDS = 24 * 3600 * 1000;
const OUTBOX_ROWS_MAX = 50;

/** The embedded service's sender: it keeps messages for a day, for the tenant's admins to read. */
export function outboxSender(database: Kysely<IdentityServiceSchema>, now: () => Date): MessageSender {
	return {
		async send({ connection, recipient, text }) {
			const row = { id: randomUUID(), connection, recipient, text: JSON.stringify(text) };
			await addOutboxMessage(database, { ...row, created_at: now().toISOString() }, outboxStart(now));
		},
	};
}

/** The messages of the last day, the latest first. */
export async function readOutbox(service: { database: Kysely<IdentityServiceSchema>; now: () => Date }) {
	const rows = await listOutboxMessages(service.database, outboxStart(service.now), OUTBOX_ROWS_MAX);
	return rows.map((row: OutboxMessageTable) => ({ ...row, text: String(JSON.parse(row.text)) }));
}

function outboxStart(now: () => Date): string {
	return new Date(now().getTime() - OUTBOX_MILLISECONDS).toISOString();
}
