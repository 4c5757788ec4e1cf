import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { type RowSort, timeOrder } from "@/app/_tables/row-sort";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { pageOf } from "@/lib/dashboard/registry/resources";
import { countInWords } from "./_form/connection-state";
import type { ConnectionRow } from "./connection-row";

export const connectionColumns: Column<ConnectionRow>[] = [
	{
		title: "Name",
		sort: { key: "name", of: ({ label }) => label },
		hint: ({ label, name, id }) => [label, name, id].filter(Boolean).join(", "),
		cell: ({ id, label, name }) => (
			<>
				<PageLink href={pageOf("connection", id)} className="text-accent underline-offset-2 hover:underline">
					<bdi>{label}</bdi>
				</PageLink>{" "}
				{name ? <code className="text-xs font-normal text-muted">{name}</code> : null}
			</>
		),
	},
	{
		title: "Provider",
		sort: { key: "provider", of: ({ provider }) => provider || null },
		hint: ({ provider }) => provider,
		cell: ({ provider }) => provider || <span className="text-muted">not said</span>,
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
		title: "Has a button",
		cell: ({ applications, isShown }) => (applications > 0 && isShown ? "yes" : "no"),
	},
	{
		title: "Begins at the provider",
		cell: ({ isProviderInitiated }) => (isProviderInitiated ? "yes" : "no"),
	},
];

type ConnectionTableProps = {
	rows: readonly ConnectionRow[];
	sort: RowSort | null;
	addressOf: (sort: RowSort) => string;
};

/** The loaded connections; each name leads to its page. */
export function ConnectionTable(props: ConnectionTableProps) {
	return (
		<ColumnTable label="Connections" columns={connectionColumns} idOf={({ id }) => id} shared={undefined} {...props} />
	);
}

function stateInShort({ applications, state }: ConnectionRow): string {
	if (applications === 0) return "off";
	return state.tone === "danger"
		? `refuses every answer, on for ${countInWords(applications)}`
		: `on for ${countInWords(applications)}`;
}
