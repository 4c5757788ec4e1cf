import type { Column } from "@/app/_tables/column-table";
import { timeOrder } from "@/app/_tables/list-view";
import { PageLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { pageOf } from "@/lib/dashboard/registry/resources";
import { type TokenFlag, tokenFlags } from "../../_device/flags";
import type { TokenLine } from "./token-search-result";

/** They sort names from A, times from the newest, expiry from the nearest. */
export const tokenColumns: Column<TokenLine, Clock>[] = [
	{
		title: "Application",
		sort: { key: "application", of: ({ application }) => application },
		hint: ({ application, id }) => `${application}, ${id}`,
		cell: ({ application, id }) => (
			<PageLink href={pageOf("refresh token", id)}>
				<bdi>{application}</bdi> <code className="text-xs font-normal text-muted">{id}</code>
			</PageLink>
		),
	},
	{
		title: "Device",
		className: "max-w-72",
		hint: ({ device }) => device ?? undefined,
		cell: (token, { now }) => (
			<span className="flex gap-1.5 max-sm:flex-wrap">
				<span className="truncate">{token.device ?? <span className="text-muted">not reported</span>}</span>
				<Flag name="device changed" text="changed" flags={tokenFlags(token, now)} />
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
		cell: ({ lastExchangedAt }, clock) => <TimeText value={lastExchangedAt} clock={clock} missing="never" isCompact />,
	},
	{
		title: "Expires",
		sort: { key: "expiresAt", of: (token) => timeOrder(tokenEnd(token).at) },
		className: (token, { now }) => {
			const isTwiceSoon = tokenFlags(token, now).filter((flag) => flag !== "device changed").length > 1;
			return isTwiceSoon ? "max-w-none whitespace-normal" : "max-w-none";
		},
		cell: (token, clock) => <Expiry of={token} clock={clock} />,
	},
	{
		title: "Rotating",
		cell: ({ rotating }) =>
			rotating === null ? <span className="text-muted">not reported</span> : rotating ? "yes" : "no",
	},
	{
		title: "Metadata",
		cell: ({ metadataKeys }) => `${metadataKeys} ${metadataKeys === 1 ? "key" : "keys"}`,
	},
];

type Expiring = Pick<TokenLine, "isDeviceChanged" | "expiresAt" | "idleExpiresAt">;

/** When a token or a session ends, with what about that needs attention. */
export function Expiry({ of, clock }: { of: Expiring; clock: Clock }) {
	const flags = tokenFlags(of, clock.now);
	const end = tokenEnd(of);
	return (
		<>
			<TimeText value={end.at} clock={clock} isCompact />
			{end.isWhenUnused && !flags.includes("expires unused within 7 days") ? " if unused" : null}{" "}
			<Flag name="expires within 7 days" flags={flags} /> <Flag name="expires unused within 7 days" flags={flags} />
		</>
	);
}

/** @param text shown in place of the name, where the column's title gives the rest */
function Flag({ name, text = name, flags }: { name: TokenFlag; text?: string; flags: readonly TokenFlag[] }) {
	return flags.includes(name) ? <Badge tone="warning">{text}</Badge> : null;
}

/** The earlier of a token's fixed expiry and its idle expiry. ISO 8601; null where neither is known. */
function tokenEnd({ expiresAt, idleExpiresAt }: Pick<TokenLine, "expiresAt" | "idleExpiresAt">): {
	at: string | null;
	isWhenUnused: boolean;
} {
	const isWhenUnused =
		idleExpiresAt !== null && (expiresAt === null || Date.parse(idleExpiresAt) < Date.parse(expiresAt));
	return { at: isWhenUnused ? idleExpiresAt : expiresAt, isWhenUnused };
}
