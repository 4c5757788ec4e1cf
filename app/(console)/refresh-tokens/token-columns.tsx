import type { Column } from "@/app/_tables/column-table";
import { timeOrder } from "@/app/_tables/list-view";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { notReported } from "@/components/ui/facts";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { tokenFlags } from "@/lib/dashboard/devices/flags";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { pageFoundBy } from "@/lib/dashboard/search-text";
import type { TokenLine } from "./find-tokens";

/** A token in a list. `search`: what was searched for to find its user. */
export type ListedToken = TokenLine & { search?: string | null };

/** They sort names from A, times from the newest, expiry from the nearest. */
export const tokenColumns: Column<ListedToken, Clock>[] = [
	{
		title: "Application",
		sort: { key: "application", of: ({ application }) => application },
		cell: ({ application, id, search }) => (
			<PageLink href={pageFoundBy(search, pageOf("refresh token", id))}>
				<Name text={application} />{" "}
				<code className="text-xs font-normal text-muted">
					<Breakable text={id} />
				</code>
			</PageLink>
		),
	},
	{
		title: "Device",
		className: "max-w-72",
		cell: ({ device, isDeviceChanged }) => (
			<span className="flex flex-wrap gap-x-1.5 @min-[63rem]:flex-nowrap">
				<span>{device ?? notReported}</span>
				{isDeviceChanged ? <Badge tone="warning">changed</Badge> : null}
			</span>
		),
	},
	{
		title: "Created",
		sort: { key: "createdAt", of: ({ createdAt }) => timeOrder(createdAt), isFromGreatest: true },
		cell: ({ createdAt }, clock) => <TimeText value={createdAt} clock={clock} isCompact />,
	},
	{
		title: "Last exchanged",
		sort: { key: "lastExchangedAt", of: ({ lastExchangedAt }) => timeOrder(lastExchangedAt), isFromGreatest: true },
		cell: ({ lastExchangedAt }, clock) => (
			<TimeText
				value={lastExchangedAt}
				clock={clock}
				missing={lastExchangedAt === null ? "never" : "not reported"}
				isCompact
			/>
		),
	},
	{
		title: "Expires",
		sort: { key: "expiresAt", of: (token) => timeOrder(endOf(token).at) },
		className: "max-w-none @min-[63rem]:whitespace-nowrap",
		cell: (token, clock) => {
			const flag = tokenFlags(token, clock.now).find((one) => one !== "device changed");
			return (
				<>
					<Expiry of={token} clock={clock} isFlagged={flag === "expires unused within 7 days"} />{" "}
					{flag ? <Badge tone="warning">{flag}</Badge> : null}
				</>
			);
		},
	},
	{
		title: "Rotating",
		cell: ({ rotating }) => (rotating === null ? notReported : rotating ? "yes" : "no"),
	},
	{
		title: "Metadata",
		cell: ({ metadataKeys }) =>
			metadataKeys === null ? notReported : `${metadataKeys} ${metadataKeys === 1 ? "key" : "keys"}`,
	},
];

type Ends = Pick<TokenLine, "expiresAt" | "idleExpiresAt">;

/** When a token or a session ends. @param isFlagged whether a flag beside it says that it ends unused */
export function Expiry({ of, clock, isFlagged = false }: { of: Ends; clock: Clock; isFlagged?: boolean }) {
	const { at, isWhenUnused } = endOf(of);
	return (
		<>
			<TimeText value={at} clock={clock} isCompact />
			{isWhenUnused && !isFlagged ? " if unused" : null}
		</>
	);
}

/** The earlier of the fixed expiry and the idle expiry. ISO 8601; null where neither is known. */
export function endOf({ expiresAt, idleExpiresAt }: Ends) {
	const isWhenUnused =
		idleExpiresAt !== null && (expiresAt === null || Date.parse(idleExpiresAt) < Date.parse(expiresAt));
	return { at: isWhenUnused ? idleExpiresAt : expiresAt, isWhenUnused };
}
