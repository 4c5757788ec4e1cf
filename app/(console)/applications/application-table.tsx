import type { Column } from "@/app/_tables/column-table";
import type { ListOf } from "@/app/_tables/list-page";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { type IconName, IconWord } from "@/components/ui/icon";
import { Name } from "@/components/ui/name";
import { CopyEntry } from "@/components/ui/row-menu";
import type { Application } from "@/lib/contract/client/application";
import {
	appTypeLabel,
	clientAuthenticationOf,
	grantsOf,
	isFapi,
	ownerOf,
} from "@/lib/dashboard/management/applications/application-labels";
import type { PartlyRead } from "@/lib/dashboard/management/applications/read-applications";
import { pageOf } from "@/lib/dashboard/resources/resources";

/** An application as one line of a table. */
type ApplicationRow = {
	id: string;
	name: string;
	/** As the service names it. */
	appType: string | null;
	authentication: string;
	grants: string;
	/** "first party", "third party", "not known". */
	owner: string;
	/** Badges behind its name. */
	flags: { text: string; tone: "accent" | "neutral" }[];
};

/** @param own identifiers of the console's own */
export function rowOf(application: Application & PartlyRead, own: readonly string[]): ApplicationRow {
	const { client_id: id, name, app_type } = application;
	return {
		id,
		name: name || id,
		appType: app_type ?? null,
		authentication: clientAuthenticationOf(application),
		grants: grantsOf(application),
		owner: ownerOf(application),
		flags: [
			...(own.includes(id) ? [{ text: "this console", tone: "neutral" as const }] : []),
			...(isFapi(application) ? [{ text: "FAPI 2.0", tone: "accent" as const }] : []),
		],
	};
}

const applicationColumns: Column<ApplicationRow>[] = [
	{
		title: "Name",
		sort: { key: "name", of: ({ name }) => name },
		hint: ({ name, id }) => `${name}, ${id}`,
		cell: ({ id, name, flags }) => (
			<>
				<PageLink href={pageOf("application", id)}>
					<Name text={name} />
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
		sort: { key: "type", of: ({ appType }) => appTypeLabel(appType) },
		cell: ({ appType }) => <ApplicationType type={appType} />,
	},
	{
		title: "Client authentication",
		sort: { key: "authentication", of: ({ authentication }) => authentication },
		hint: ({ authentication }) => authentication,
		cell: ({ authentication }) => authentication,
	},
	{
		title: "Grants",
		hint: ({ grants }) => grants,
		cell: ({ grants }) => grants,
	},
	{
		title: "Owner",
		cell: ({ owner }) => (owner === "third party" ? <Badge tone="warning">{owner}</Badge> : owner),
	},
];

/** The list of the tenant's applications; each name links to its page. */
export const applicationList: ListOf<ApplicationRow> = {
	resource: "application",
	create: "post_clients",
	intro: "Who may ask this tenant for tokens, and by which flows.",
	parts: ["client settings", "client keys"],
	columns: applicationColumns,
	textsOf: ({ id, name }) => [id, name],
	filterLabel: "Name or client ID",
	noMatch: "No loaded application has this name or client ID.",
	none: null,
	menu: {
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
	},
};

const typeIcons: Record<string, IconName> = {
	non_interactive: "machine",
	regular_web: "globe",
	spa: "browser",
	native: "phone",
};

/** The application's type as an icon and a word. @param type as the service names it */
export function ApplicationType({ type }: { type: string | null | undefined }) {
	return <IconWord name={typeIcons[type ?? ""] ?? "applications"}>{appTypeLabel(type)}</IconWord>;
}
