import "server-only";
import { certificateState } from "@/app/_certificates/certificate-state";
import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { type RowSort, timeOrder } from "@/app/_tables/list-view";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { CopyEntry } from "@/components/ui/row-menu";
import type { ConnectionResponse } from "@/lib/contract/connection/connection";
import { labelOf } from "@/lib/dashboard/management/connections/read-connections";
import { pageOf, resources } from "@/lib/dashboard/registry/resources";
import { contentOf } from "./_edit/connection-request";
import { type ConnectionState, certificateInWords, connectionState, countInWords } from "./_form/connection-state";
import { ProviderProtocol } from "./provider-protocol";

/** A connection as one line of a table. */
export type ConnectionRow = {
	id: string;
	/** The display name, or the name where there is none. */
	label: string;
	/** Its name in addresses, where that differs from the label. */
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

export function rowOf(connection: ConnectionResponse, now: Date): ConnectionRow {
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
	const needle = text.trim().toLowerCase();
	return rows.filter(({ id, label, name, provider }) =>
		[id, label, name ?? "", provider].some((one) => one.toLowerCase().includes(needle)),
	);
}

export const connectionColumns: Column<ConnectionRow>[] = [
	{
		title: "Name",
		sort: { key: "name", of: ({ label }) => label },
		hint: ({ label, name, id }) => [label, name, id].filter(Boolean).join(", "),
		cell: ({ id, label, name }) => (
			<>
				<PageLink href={pageOf("identity provider", id)}>
					<bdi>{label}</bdi>
				</PageLink>{" "}
				{name ? <code className="text-xs font-normal text-muted">{name}</code> : null}
			</>
		),
	},
	{
		title: "Protocol",
		cell: () => <ProviderProtocol />,
	},
	{
		title: "Entity ID",
		sort: { key: "provider", of: ({ provider }) => provider || null },
		hint: ({ provider }) => provider,
		cell: ({ provider }) => provider || <span className="text-muted">not set</span>,
	},
	{
		title: "State",
		sort: { key: "state", of: ({ applications }) => applications, isFromGreatest: true },
		hint: ({ state }) => state.text,
		cell: (row) => <Badge tone={row.state.tone}>{stateInShort(row)}</Badge>,
	},
	{
		title: "Certificate",
		sort: { key: "certificate", of: ({ certificateEnd }) => timeOrder(certificateEnd) },
		cell: ({ certificate: { text, tone } }) => (tone === "success" ? text : <Badge tone={tone}>{text}</Badge>),
	},
	{
		title: "Button",
		cell: ({ applications, isShown }) => (applications > 0 && isShown ? "shown" : "hidden"),
	},
	{
		title: "Sign-ins begin",
		cell: ({ isProviderInitiated }) => (isProviderInitiated ? "anywhere" : "at applications"),
	},
];

type ConnectionTableProps = {
	rows: readonly ConnectionRow[];
	sort: RowSort | null;
	addressOf: (sort: RowSort) => string;
};

/** The loaded connections; each name links to its page. */
export function ConnectionTable(props: ConnectionTableProps) {
	return (
		<ColumnTable
			label={resources["identity provider"].title}
			columns={connectionColumns}
			idOf={({ id }) => id}
			shared={undefined}
			menu={{
				nameOf: ({ label }) => label,
				entries: ({ id }) => (
					<>
						<li>
							<PageLink href={pageOf("identity provider", id)}>Open</PageLink>
						</li>
						<CopyEntry text={id}>Copy ID</CopyEntry>
					</>
				),
			}}
			{...props}
		/>
	);
}

function stateInShort({ applications, state }: ConnectionRow): string {
	if (applications === 0) return "off";
	return state.tone === "danger"
		? `refuses every answer, on for ${countInWords(applications)}`
		: `on for ${countInWords(applications)}`;
}
