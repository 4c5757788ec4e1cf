import "server-only";
import { certificateState } from "@/app/_certificates/certificate-state";
import type { ConnectionAnswer } from "@/lib/contract/connection/connection";
import { labelOf } from "@/lib/dashboard/management/connections/read-connections";
import { contentOf } from "./_edit/content-of";
import { type ConnectionState, certificateInWords, connectionState } from "./_form/connection-state";

/** A connection as one line of a table. */
export type ConnectionRow = {
	id: string;
	/** What people read. */
	label: string;
	/** What it goes by in addresses, where that is something else. */
	name: string | null;
	provider: string;
	applications: number;
	state: ConnectionState;
	certificate: ConnectionState;
	/** When its certificate ends, ISO 8601; null where none can be used. */
	certificateEnd: string | null;
	/** Whether the sign-in page shows a button for it while it is on. */
	isShown: boolean;
	isProviderInitiated: boolean;
};

export function rowOf(connection: ConnectionAnswer, now: Date): ConnectionRow {
	const content = contentOf(connection);
	const certificate = certificateState(content.signingCert, now);
	const label = labelOf(connection);
	return {
		id: connection.id,
		label,
		name: label === connection.name ? null : connection.name,
		provider: content.issuer,
		applications: content.clients.length,
		state: connectionState(content, certificate),
		certificate: certificateInWords(certificate),
		certificateEnd: "at" in certificate ? certificate.at : null,
		isShown: content.isShown,
		isProviderInitiated: content.isProviderInitiated,
	};
}

/** The rows whose name or provider holds the text. */
export function matchingRows(rows: readonly ConnectionRow[], text: string): ConnectionRow[] {
	const wanted = text.trim().toLowerCase();
	return rows.filter(({ id, label, name, provider }) =>
		[id, label, name ?? "", provider].some((one) => one.toLowerCase().includes(wanted)),
	);
}
