import type { ReactNode } from "react";
import { FlashStatus, ScopeMissing } from "@/app/_page/notices";
import { CreateLink, NoneYet, UnreadPart } from "@/app/_page/unread";
import { ButtonLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { EmptyState } from "@/components/ui/empty-state";
import type { OperationName, PartName } from "@/lib/contract/operations";
import type { ReadNumberedPage } from "@/lib/dashboard/management/list-pages";
import { canUse } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { type ResourceName, resources } from "@/lib/dashboard/resources/resources";
import { permissionFor } from "@/lib/dashboard/resources/writes";
import { searchFault } from "@/lib/dashboard/search-text";
import { may } from "@/lib/dashboard/session/permissions";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { type Column, ColumnTable } from "./column-table";
import { KeptParameters, ListPages } from "./list-controls";
import { type ListView, listAddress, listedRows, readListView } from "./list-view";
import { SearchField } from "./search-field";
import { UnreadItems } from "./unread-items";

/** What a list of a resource of the tenant is made of, beside its description. */
export type ListOf<Row> = {
	resource: ResourceName;
	/** The operation that creates one. */
	create: OperationName;
	/** Below the title; for those whose role creates them also what they can do here. */
	intro: ReactNode;
	introToChange?: ReactNode;
	/** Parts of what is listed that need scopes of their own. */
	parts: readonly PartName[];
	columns: readonly Column<Row>[];
	/** What of a row is searched. */
	searchHelp: string;
	/** Follows the count: ", 2 of them by SAML". */
	countNote?: (shown: readonly Row[]) => string;
	/** Where the tenant has none: what one is, and for those who can create one what that takes. */
	none?: ReactNode;
	toCreate?: ReactNode;
	menu: { nameOf: (row: Row) => string; entries: (row: Row) => ReactNode };
};

/** One page of a list, with how many rows are missing from it. */
export type ListPart<Row> = Omit<ReadNumberedPage<never>, "items"> & { rows: readonly Row[]; hasMore: boolean };

export type ListPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/**
 * The page of a list: what it is of, missing scopes, a filter, one page of rows, and the way to the others.
 * @param read reads a page, from 0
 * @param above shown above the list
 */
export async function listPage<Row extends { id: string }>(
	of: ListOf<Row>,
	{ searchParams }: ListPageProps,
	read: (page: number) => Promise<ListPart<Row>>,
	above?: ReactNode,
) {
	const { title, path } = resources[of.resource];
	const view = readListView(of.columns, await searchParams);
	const { role } = await requirePageSession(listAddress(path, view));
	const outcome = await outcomeOf(read(view.page), of.resource);
	const part = outcome.value;
	const isEmpty = part !== undefined && part.count === 0 && view.page === 0 && !part.hasMore;
	const canCreate = canUse(role, of.create);
	return (
		<>
			<FlashStatus path={path} />
			<PageHeader title={title} actions={canCreate && !isEmpty ? <CreateLink what={of.resource} /> : null}>
				{of.intro} {may(role, permissionFor(of.create)) ? of.introToChange : null}
			</PageHeader>
			<div className="grid gap-5">
				{may(role, permissionFor(of.create)) ? <ScopeMissing of={of.create} /> : null}
				{part ? <ScopeMissing of={of.parts} /> : null}
				{above}
				{outcome.problem ? <UnreadPart problem={outcome.problem} /> : null}
				{isEmpty ? (
					<NoneYet what={of.resource} canCreate={canCreate}>
						{of.none}
						{canCreate ? of.toCreate : null}
					</NoneYet>
				) : null}
				{part && !isEmpty ? <Rows of={of} view={view} {...part} /> : null}
			</div>
		</>
	);
}

type RowsProps<Row> = ListPart<Row> & { of: ListOf<Row>; view: ListView };

function Rows<Row extends { id: string }>(props: RowsProps<Row>) {
	const { of, view, rows, unread, unreadable, count, hasMore } = props;
	const { title, path, name, words } = resources[of.resource];
	const shown = listedRows(of.columns, rows, view);
	const addressOf = (changed: Partial<ListView>) => listAddress(path, { ...view, ...changed });
	return (
		<>
			<UnreadItems count={unread} what={name} unreadable={unreadable} />
			<SearchField
				id="q"
				path={path}
				label={`Search ${words.many}`}
				help={of.searchHelp}
				fault={searchFault(view.q)}
				defaultValue={view.q}
			>
				<KeptParameters of={{ sort: view.sort, page: view.page }} />
			</SearchField>
			<p role="status" className="text-sm text-muted">
				{countInWords(props, shown)}
			</p>
			{shown.length > 0 ? (
				<ColumnTable
					label={title}
					columns={of.columns}
					rows={shown}
					idOf={({ id }) => id}
					shared={undefined}
					sort={view.sort}
					addressOf={(sort) => addressOf({ sort })}
					menu={of.menu}
				/>
			) : rows.length > 0 ? (
				<EmptyState title={`No loaded ${name} matches`}>
					<ButtonLink href={addressOf({ q: "" })}>Clear search</ButtonLink>
				</EmptyState>
			) : count > 0 ? null : (
				<EmptyState title={`No ${words.many} on this page`} />
			)}
			<ListPages
				label={`Pages of ${words.many}`}
				first={view.page > 0 ? addressOf({ page: 0 }) : null}
				next={hasMore ? addressOf({ page: view.page + 1 }) : null}
			/>
		</>
	);
}

/** "50 of 163 identity providers loaded (page 1), 2 of them by SAML; searching and sorting cover only these." */
function countInWords<Row>({ of, view, rows, total, hasMore }: RowsProps<Row>, shown: readonly Row[]): string {
	const isPart = hasMore || view.page > 0;
	const all = view.q ? rows.length : isPart ? total : null;
	const { name, words } = resources[of.resource];
	const counted = `${shown.length}${all === null ? "" : ` of ${all}`} ${(all ?? shown.length) === 1 ? name : words.many}`;
	const note = of.countNote?.(shown) ?? "";
	return isPart
		? `${counted} loaded (page ${view.page + 1})${note}; searching and sorting cover only these.`
		: counted + note;
}
