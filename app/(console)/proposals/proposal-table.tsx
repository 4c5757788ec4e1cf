import { PrintChange } from "@/app/_print/print";
import { type Column, ColumnTable } from "@/app/_tables/column-table";
import { RowLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { type Clock, TimeText } from "@/components/ui/time-text";
import { isOwnProposal } from "@/lib/dashboard/proposals/own-proposal";
import {
	type Author,
	type ProposalHead,
	type ProposalState,
	pathOfProposal,
	UNDECIDED,
} from "@/lib/dashboard/proposals/proposal";
import { itemInShort, stateWords, summaryName } from "@/lib/dashboard/proposals/proposal-words";
import type { ProposalList } from "@/lib/dashboard/proposals/proposals";
import type { Session } from "@/lib/dashboard/session/session";

export const stateTones: Record<ProposalState, "accent" | "warning" | "success" | "neutral" | "danger"> = {
	open: "accent",
	returned: "warning",
	applying: "warning",
	done: "success",
	partly: "danger",
	declined: "neutral",
	withdrawn: "neutral",
	expired: "neutral",
};

type Shared = { clock: Clock; session: Session };

const change: Column<ProposalHead, Shared> = {
	title: "Change",
	cell: ({ id, summary }) => (
		<>
			<RowLink href={pathOfProposal(id)} name={summaryName(summary)} />
			<span className="with-print text-xs font-normal text-muted">
				{summary.count === 1
					? summary.items.map((item) => (
							<span key={item.name} className="contents">
								<PrintChange before={item.before} after={item.after} />
								<span>{itemInShort(item)}</span>
							</span>
						))
					: `${summary.count} templates`}
			</span>
		</>
	),
};

const author: Column<ProposalHead, Shared> = {
	title: "Proposed by",
	cell: ({ author }, { session }) => (
		<span className="flex flex-wrap items-center gap-x-2">
			<AuthorName author={author} /> {isOwnProposal(author, session) ? <Badge>Yours</Badge> : null}
		</span>
	),
};

const proposed: Column<ProposalHead, Shared> = {
	title: "Proposed",
	cell: ({ createdAt }, { clock }) => <TimeText value={createdAt} clock={clock} isCompact />,
};

const state: Column<ProposalHead, Shared> = {
	title: "State",
	cell: ({ state }) => <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>,
};

const expires: Column<ProposalHead, Shared> = {
	title: "Expires",
	cell: ({ expiresAt, state }, { clock }) => (
		<TimeText value={state === "applying" ? null : expiresAt} clock={clock} isCompact />
	),
};

const decided: Column<ProposalHead, Shared> = {
	title: "Closed",
	cell: ({ decision, state, expiresAt }, { clock }) =>
		UNDECIDED.includes(state) ? null : (
			<span className="flex flex-wrap items-baseline gap-x-2">
				<TimeText value={state === "expired" ? expiresAt : decision?.at} clock={clock} isCompact />
				{decision && state !== "expired" ? (
					<span className="text-muted">
						by <Name text={decision.by} title={nameInWords(decision.subject)} />
					</span>
				) : null}
			</span>
		),
};

const columnsOf = {
	open: [change, author, proposed, state, expires],
	mine: [change, proposed, state, decided],
	decided: [change, author, state, decided],
};

const labels: Record<ProposalList, string> = {
	open: "Open proposals",
	mine: "Your proposals",
	decided: "Closed proposals",
};

type ProposalTableProps = Shared & { list: ProposalList; proposals: readonly ProposalHead[] };

export function ProposalTable({ list, proposals, ...shared }: ProposalTableProps) {
	return (
		<ColumnTable
			label={labels[list]}
			columns={columnsOf[list]}
			rows={proposals}
			idOf={({ id }) => id}
			shared={shared}
		/>
	);
}

/** An admin, or a program and who created its token. */
export function AuthorName({ author: { name, email, subject, token } }: { author: Author }) {
	const account = nameInWords(email || subject);
	if (!token) return <Name text={name} title={account} />;
	return (
		<span>
			Token <Name text={token.name} />, created by <Name text={name} title={account} />
		</span>
	);
}
