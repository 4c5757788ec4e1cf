import type { ListOf } from "@/app/_tables/list-page";
import { MenuLink, RowLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { type IconName, IconWord } from "@/components/ui/icon";
import { CopyEntry } from "@/components/ui/row-menu";
import { nameOrId } from "@/lib/contract/name-or-id";
import { isOwnClient } from "@/lib/dashboard/config";
import {
	appTypeLabel,
	clientAuthenticationOf,
	grantsOf,
	isFapi,
	ownerOf,
	type ReadApplication,
} from "@/lib/dashboard/management/applications/application-labels";
import { pageOf } from "@/lib/dashboard/resources/resources";

type ApplicationRow = ReadApplication & { id: string };

function nameOf({ name, id }: ApplicationRow): string {
	return nameOrId(name, id);
}

/** The list of the tenant's applications; each name links to its page. */
export const applicationList: ListOf<ApplicationRow> = {
	resource: "application",
	create: "post_clients",
	intro: "Who may ask this tenant for tokens, and by which flows.",
	parts: ["client settings", "client keys"],
	columns: [
		{
			title: "Name",
			sort: { key: "name", of: nameOf },
			searched: ({ id, name }) => [id, name],
			cell: (row) => (
				<>
					<RowLink href={pageOf("application", row.id)} name={nameOf(row)} />{" "}
					{isOwnClient(row.id) ? <Badge>this console</Badge> : null}
					{isFapi(row) ? <Badge tone="accent">FAPI 2.0</Badge> : null}
				</>
			),
		},
		{
			title: "Type",
			sort: { key: "type", of: ({ app_type }) => appTypeLabel(app_type) },
			cell: ({ app_type }) => <ApplicationType type={app_type} />,
		},
		{
			title: "Client authentication",
			sort: { key: "authentication", of: clientAuthenticationOf },
			cell: clientAuthenticationOf,
		},
		{ title: "Grants", cell: grantsOf },
		{
			title: "Owner",
			cell: (row) => (ownerOf(row) === "third party" ? <Badge tone="warning">{ownerOf(row)}</Badge> : ownerOf(row)),
		},
	],
	searchHelp: "Any part of a name or a client ID.",
	menu: {
		nameOf,
		entries: ({ id }) => (
			<>
				<MenuLink href={pageOf("application", id)}>Open</MenuLink>
				<MenuLink href={`${pageOf("application", id)}/single-sign-on`}>Single sign-on</MenuLink>
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
