import { type Column, ColumnTable } from "@/app/_tables/column-table";
import type { RowSort } from "@/app/_tables/list-view";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { CopyEntry } from "@/components/ui/row-menu";
import type { Application } from "@/lib/contract/client/application";
import { pageOf, resources } from "@/lib/dashboard/registry/resources";
import { appTypeLabel, authMethodLabel, grantLabel, isFapi } from "./_edit/application-labels";
import { methodOf } from "./_snippets/shell";

/** An application as one line of a table. */
export type ApplicationRow = {
	id: string;
	name: string;
	type: string;
	authenticates: string;
	grants: string;
	/** What sets it apart, in words. */
	flags: { text: string; tone: "accent" | "warning" | "neutral" }[];
};

/** @param own identifiers of the console's own two */
export function rowOf(application: Application, own: readonly string[]): ApplicationRow {
	const { client_id: id, name, app_type, grant_types } = application;
	return {
		id,
		name: name || id,
		type: appTypeLabel(app_type),
		authenticates: authMethodLabel(methodOf(application)),
		grants: (grant_types ?? []).map(grantLabel).join(", "),
		flags: [
			...(own.includes(id) ? [{ text: "this console", tone: "neutral" as const }] : []),
			...(isFapi(application) ? [{ text: "FAPI 2.0", tone: "accent" as const }] : []),
			...(application.is_first_party === false ? [{ text: "another company’s", tone: "warning" as const }] : []),
		],
	};
}

/** The rows whose name or identifier holds the text. */
export function matchingRows(rows: readonly ApplicationRow[], text: string): ApplicationRow[] {
	const needle = text.trim().toLowerCase();
	return rows.filter(({ id, name }) => [id, name].some((one) => one.toLowerCase().includes(needle)));
}

export const applicationColumns: Column<ApplicationRow>[] = [
	{
		title: "Name",
		sort: { key: "name", of: ({ name }) => name },
		hint: ({ name, id }) => `${name}, ${id}`,
		cell: ({ id, name, flags }) => (
			<>
				<PageLink href={pageOf("application", id)}>
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
			menu={{
				nameOf: ({ name }) => name,
				entries: ({ id }) => (
					<>
						<li>
							<PageLink href={pageOf("application", id)}>Open</PageLink>
						</li>
						<li>
							<PageLink href={`${pageOf("application", id)}/single-sign-on`}>Single sign-on</PageLink>
						</li>
						<CopyEntry text={id}>Copy client ID</CopyEntry>
					</>
				),
			}}
			{...props}
		/>
	);
}
