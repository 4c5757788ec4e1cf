import { Print } from "@/app/_print/print";
import type { Column, ColumnTableProps } from "@/app/_tables/column-table";
import { timeOrder } from "@/app/_tables/list-view";
import { MenuLink, RowLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { nameInWords } from "@/components/ui/invisible-characters";
import { CopyEntry } from "@/components/ui/row-menu";
import { SelectAll, SelectRow } from "@/components/ui/select-box";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { TemplateLinks } from "./template-links";
import type { TemplateRow } from "./template-row";

/** An admin's rights on templates beside reading. */
export type TemplateRights = { create: boolean; write: boolean; delete: boolean };

export const templateColumns: Column<TemplateRow, TemplateRights>[] = [
	{
		title: "Name",
		sort: { key: "name", of: ({ name }) => name },
		searched: ({ id, name }) => [id, name],
		cell: ({ id, name }) => <RowLink href={pageOf("template", id)} name={name} />,
	},
	{
		title: "Purpose",
		sort: { key: "purpose", of: ({ purpose }) => purpose || null },
		searched: ({ purpose }) => [purpose],
		cell: ({ purpose }) => purpose || "—",
	},
	{
		title: "Asks for",
		sort: { key: "requested", of: ({ requested }) => requested, isFromGreatest: true },
		className: "max-w-none",
		cell: ({ asks, print, kinds, warnings }) =>
			asks === null ? (
				<Badge tone="warning">not readable here</Badge>
			) : (
				<span className="with-print">
					{print ? <Print of={print} /> : null}
					<span>
						{asks}
						{kinds.map((kind) => (
							<Badge key={kind}>{kind}</Badge>
						))}
						{warnings.map((warning) => (
							<Badge key={warning} tone="warning">
								{warning}
							</Badge>
						))}
					</span>
				</span>
			),
	},
	{
		title: "Updated",
		sort: { key: "updatedAt", of: ({ updated }) => timeOrder(updated?.at ?? null), isFromGreatest: true },
		cell: ({ updated }) =>
			updated ? (
				<time dateTime={updated.at} title={updated.exact}>
					{updated.ago}
				</time>
			) : (
				"—"
			),
	},
];

/** The table of the templates that are found among the loaded ones. */
export const templateTable = {
	label: "Templates",
	columns: templateColumns,
	idOf: ({ id }) => id,
	choice: {
		head: <SelectAll what="shown templates" />,
		cell: ({ id, name }) => <SelectRow name="template" value={id} label={`Select ${nameInWords(name)}`} />,
	},
	menu: {
		nameOf: ({ name }) => name,
		entries: ({ id }, rights) => <Entries id={id} rights={rights} />,
	},
} satisfies Partial<ColumnTableProps<TemplateRow, TemplateRights>>;

function Entries({ id, rights }: { id: string; rights: TemplateRights }) {
	return (
		<>
			<MenuLink href={pageOf("template", id)}>Open</MenuLink>
			{rights.create ? <MenuLink href={`/templates/new?from=${encodeURIComponent(id)}`}>Duplicate</MenuLink> : null}
			<TemplateLinks id={id} />
			<CopyEntry text={id}>Copy ID</CopyEntry>
			{rights.delete ? (
				<MenuLink href={`/templates/bulk?operation=delete&template=${encodeURIComponent(id)}`} className="text-danger">
					Delete…
				</MenuLink>
			) : null}
		</>
	);
}
