import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { MenuLink, RowLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { Name } from "@/components/ui/name";
import { CopyEntry } from "@/components/ui/row-menu";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { listPageOf, pageOf, resources } from "@/lib/dashboard/resources/resources";
import type { UserLine } from "./find-users";
import { TokenCount } from "./token-counts";

const none = <span className="text-muted">—</span>;

/** What several users have in common, which the list says once in place of a column; a block is shown with each. */
export function sharedBy(users: readonly UserLine[]) {
	const [first, ...others] = users;
	const isShared = (name: "connection" | "isBlocked") =>
		others.length > 0 && others.every((user) => user[name] === first?.[name]);
	return {
		Connection: isShared("connection") && { value: first?.connection ?? null },
		Blocked: isShared("isBlocked") && first?.isBlocked !== true && { value: first?.isBlocked ?? null },
	};
}

/** Without an order of their own: the service lists users in its own, and only a part of them is loaded. */
const columns: Column<UserLine, Clock>[] = [
	{
		title: "User",
		className: "@max-[47rem]:flex-col @max-[47rem]:items-start @max-[47rem]:gap-0",
		cell: ({ id, name, email }) => (
			<>
				<RowLink href={pageOf("user", id)} name={name} />{" "}
				{email && email !== name ? <Name className="text-xs font-normal text-muted" text={email} /> : null}
			</>
		),
	},
	{
		title: "Connection",
		cell: ({ connection }) => (connection ? <Name text={connection} /> : none),
	},
	{
		title: "Blocked",
		cell: ({ isBlocked }) => (isBlocked ? <Badge tone="danger">blocked</Badge> : isBlocked === false ? "no" : none),
	},
	{
		title: "Last sign-in",
		cell: ({ lastLogin }, clock) => <TimeText value={lastLogin} clock={clock} isCompact />,
	},
	{ title: "Sign-ins", className: "tabular-nums", cell: ({ logins }) => logins ?? none },
	{
		title: "Tokens",
		cell: ({ id, name }) => <TokenCount userId={id} name={name} />,
	},
	{
		title: "User ID",
		cell: ({ id }) => (
			<code>
				<Breakable text={id} />
			</code>
		),
	},
];

export function UserTable({ users, clock }: { users: readonly UserLine[]; clock: Clock }) {
	const shared: Partial<Record<string, unknown>> = sharedBy(users);
	return (
		<ColumnTable
			label={resources.user.title}
			columns={columns.filter(({ title }) => !shared[title])}
			rows={users}
			idOf={({ id }) => id}
			shared={clock}
			menu={{
				nameOf: ({ name }) => name,
				entries: ({ id, email }) => (
					<>
						<MenuLink href={pageOf("user", id)}>Open</MenuLink>
						<MenuLink href={listPageOf("refresh token", id)}>Refresh tokens</MenuLink>
						<CopyEntry text={id}>Copy user ID</CopyEntry>
						{email ? <CopyEntry text={email}>Copy e-mail address</CopyEntry> : null}
					</>
				),
			}}
		/>
	);
}
