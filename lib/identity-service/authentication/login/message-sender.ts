import { randomUUID } from "node:crypto";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { OUTBOX_PURPOSE, type ServiceSecrets } from "../../secrets/service-secrets";
import { addOutboxMessage, listOutboxMessages } from "../../store/outbox-messages";
import type { IdentityServiceDatabase, OutboxMessageTable } from "../../store/schema";
import type { Connection } from "./connection";

export type Message = { connection: Connection; recipient: string; text: string };

/** What carries a message to a person: replace it to send real e-mail and text messages. */
export type MessageSender = { send: (message: Message) => Promise<void> };

type Surroundings = {
	database: IdentityServiceDatabase;
	secrets: Pick<ServiceSecrets, "current" | "known">;
	now: () => Date;
};

/** As long as the longest-lived link in a message is good. */
const OUTBOX_MILLISECONDS = 24 * 3600 * 1000;
const OUTBOX_ROWS_MAX = 50;

/**
 * The embedded service's sender: it keeps messages for a day, for the tenant's admins to read. They are encrypted in the
 * store: whoever reads a code or a link there could use it.
 */
export function outboxSender({ database, secrets, now }: Surroundings): MessageSender {
	return {
		async send({ connection, recipient, text }) {
			const row = { id: randomUUID(), connection, recipient, text: await seal(text, secrets.current, OUTBOX_PURPOSE) };
			await addOutboxMessage(database, { ...row, created_at: now().toISOString() }, outboxStart(now));
		},
	};
}

/** The messages of the last day, the latest first. What a secret encrypted that is not known any more is left out. */
export async function readOutbox({ database, secrets, now }: Surroundings) {
	const rows = await listOutboxMessages(database, outboxStart(now), OUTBOX_ROWS_MAX);
	const messages = await Promise.all(rows.map((row) => opened(row, secrets.known)));
	return messages.filter((message) => message !== null);
}

async function opened(row: OutboxMessageTable, known: readonly string[]): Promise<OutboxMessageTable | null> {
	// An older version wrote JSON.
	if (row.text.startsWith('"')) return { ...row, text: String(JSON.parse(row.text)) };
	const text = await unseal(row.text, known, OUTBOX_PURPOSE);
	return text && { ...row, text: text.text };
}

function outboxStart(now: () => Date): string {
	return new Date(now().getTime() - OUTBOX_MILLISECONDS).toISOString();
}
