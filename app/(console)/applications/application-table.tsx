import { type Column, ColumnTable } from "@/app/_tables/column-table";
import type { RowSort } from "@/app/_tables/row-sort";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { pageOf, resources } from "@/lib/dashboard/registry/resources";
import type { ApplicationRow } from "./application-row";

export const applicationColumns: Column<ApplicationRow>[] = [
	{
		title: "Name",
		sort: { key: "name", of: ({ name }) => name },
		hint: ({ name, id }) => `${name}, ${id}`,
		cell: ({ id, name, flags }) => (
			<>
				<PageLink href={pageOf("application", id)} className="text-accent underline-offset-2 hover:underline">
					<bdi>{name}</bdi>
				</PageLink>{" "}
				{flags.map(({ text, tone }) => (
					<Badge key={text} tone={tone}>
						{text}
					</Badge>
				))}
			</>
		),
	},
	{
		title: "Type",
		sort: { key: "type", of: ({ type }) => type },
		cell: ({ type }) => type,
	},
	{
		title: "Authenticates with",
		hint: ({ authenticates }) => authenticates,
		cell: ({ authenticates }) => authenticates,
	},
	{
		title: "Grants",
		hint: ({ grants }) => grants,
		cell: ({ grants }) => grants || <span className="text-muted">none</span>,
	},
];

type ApplicationTableProps = {
	rows: readonly ApplicationRow[];
	sort: RowSort | null;
	addressOf: (sort: RowSort) => string;
};

/** The loaded applications; each name leads to its page. */
export function ApplicationTable(props: ApplicationTableProps) {
	return (
		<ColumnTable
			label={resources.application.title}
			columns={applicationColumns}
			idOf={({ id }) => id}
			shared={undefined}
			{...props}
		/>
	);
}
