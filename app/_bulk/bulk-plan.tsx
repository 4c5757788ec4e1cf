import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ReasonText } from "@/app/_history/reason-text";
import { obstacleTo } from "@/app/_page/notices";
import { ButtonLink, TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { EmptyState } from "@/components/ui/empty-state";
import { TimeText } from "@/components/ui/time-text";
import type { OperationName } from "@/lib/contract/operations";
import { reasonLinks } from "@/lib/dashboard/audit/reason-links";
import { atStart } from "@/lib/dashboard/change-in-words";
import { pathOfProposal } from "@/lib/dashboard/proposals/proposal";
import { roleToPropose } from "@/lib/dashboard/proposals/rights";
import { pageClock, respondWithNotFound } from "@/lib/dashboard/request/page";
import { resources } from "@/lib/dashboard/resources/resources";
import { may, type Role } from "@/lib/dashboard/session/permissions";
import { getSession } from "@/lib/dashboard/session/session";
import type { BulkEdit, BulkEditHead } from "@/lib/dashboard/store/bulk-edit";
import { BULK_EDIT_KEPT_HOURS, findBulkEditHead } from "@/lib/dashboard/store/bulk-edits";
import { BulkControls, type BulkControlsProps } from "./bulk-controls";
import type { PlanCounts } from "./plan-counts";

/** The title of a bulk edit's page. @param nameOf the operation; null where the page does not show this one @param kind its kind */
export async function bulkTitle(
	id: string,
	nameOf: (edit: BulkEditHead) => string | null,
	kind: Kind = "Bulk edit",
): Promise<Metadata> {
	const session = await getSession();
	const edit = session && (await findBulkEditHead(session.subject, id));
	const name = edit && nameOf(edit);
	if (!name) return { title: kind };
	return { title: `${edit.run === "preview" ? `Preview: ${name}` : name} · ${kind}s` };
}

type Kind = "Bulk edit" | "Incident";
type PlaceLink = { href: string; text: string };

/** @param on a link to continue with */
export function NoBulkEdit({ on: { href, text }, kind = "Bulk edit" }: { on: PlaceLink; kind?: Kind }) {
	respondWithNotFound();
	return (
		<>
			<PageHeader title={kind} />
			<EmptyState title={`No such ${kind.toLowerCase()}`}>
				<p>
					{kind}s are kept for {BULK_EDIT_KEPT_HOURS} hours: this one has expired, or it belongs to someone else.
				</p>
				<ButtonLink href={href}>{text}</ButtonLink>
			</EmptyState>
		</>
	);
}

type BulkPlanProps = Pick<BulkControlsProps, "action" | "what" | "apply" | "continues"> & {
	edit: Pick<BulkEdit, "id" | "run" | "createdAt" | "acts" | "reason" | "proposal"> & { restReason?: string };
	title: string;
	/** Below the title. */
	about: ReactNode;
	role: Role;
	/** The operations that it needs. */
	writes: readonly OperationName[];
	/** How many of its items need a second editor, where it can be proposed; absent: it can't. */
	needing?: number;
	/** Its items are files of a folder. */
	isImport?: boolean;
	counts: PlanCounts;
	back: PlaceLink;
	/** Before the time of its beginning. */
	made?: string;
	/** Before the run starts: what is to be done, a note, and what stands beside “Cancel”. */
	lead?: string;
	note?: ReactNode;
	beside?: ReactNode;
	/** Every item, with its planned or actual result. */
	list: ReactNode;
	/** Previews the undo of what was changed; null where nothing can be undone. */
	undo: ReactNode;
	/** Previews the same again for the items on which it was not carried out. */
	again: ReactNode;
};

/** The page of a stored bulk edit: its preview, then its progress. Nothing is read from the service but the scopes. */
export async function BulkPlan(props: BulkPlanProps) {
	const {
		edit,
		title,
		about,
		role,
		writes,
		needing,
		isImport = false,
		counts,
		what,
		apply,
		action,
		back,
		note,
		beside,
		list,
		undo,
		again,
	} = props;
	const { made = "Previewed" } = props;
	const {
		lead = `${props.counts.total === 0 ? `No ${props.what} would change` : "Nothing is changed yet"}: ${props.counts.summary}.`,
	} = props;
	const { total, ended, open, left, summary } = counts;
	const isPreview = edit.run === "preview";
	const isProposed = edit.run === "proposed";
	const towards = needing === undefined ? role : roleToPropose(role);
	const obstacle = isProposed ? <Proposed id={edit.proposal} /> : await obstacleTo(writes, { role, towards });
	const links = (
		<>
			<ButtonLink href={back.href}>{isPreview && open > 0 ? "Cancel" : back.text}</ButtonLink>
			{isPreview ? beside : null}
		</>
	);
	return (
		<>
			<PageHeader title={title}>
				{about}
				<p>
					Kept with its results for {BULK_EDIT_KEPT_HOURS} hours, for you alone. {made}{" "}
					<TimeText value={edit.createdAt} clock={await pageClock()} />
				</p>
			</PageHeader>
			<div className="grid gap-5">
				{isPreview ? (
					<>
						<p className="text-sm font-medium">{lead}</p>
						{note}
					</>
				) : isProposed && ended === 0 ? null : (
					<p className="flex flex-wrap items-center gap-3 text-sm">
						<progress max={total} value={ended} aria-label={`${atStart(what)}s worked on`} className="h-2.5 w-48" />
						{ended} of {total}
					</p>
				)}
				{obstacle === null ? (
					<BulkControls
						key={edit.id}
						action={action}
						editId={edit.id}
						run={edit.run}
						acts={edit.acts}
						restReason={edit.restReason}
						reason={edit.reason === null ? null : <ReasonText reason={reasonLinks(edit.reason)} />}
						open={open}
						summary={summary}
						what={what}
						apply={apply}
						proposal={needing === undefined ? undefined : { needing, isImport, mayApply: may(role, "changeTemplates") }}
						continues={props.continues}
					>
						{isPreview ? links : null}
					</BulkControls>
				) : (
					obstacle
				)}
				{obstacle === null && !isPreview && open === 0 ? undo : null}
				{list}
				{obstacle === null && open === 0 && left.length > 0 ? again : null}
				{isPreview && obstacle === null ? null : <p>{links}</p>}
			</div>
		</>
	);
}

/** In place of what can be done with it. @param id null: it was cut off */
function Proposed({ id }: { id: string | null }) {
	const { path, title } = resources.proposal;
	return (
		<Alert tone="info" title={id === null ? "It was about to be proposed" : "Proposed"}>
			{id === null ? (
				<p>
					Look in <TextLink href={path}>{title}</TextLink>. What is not there can be previewed again.
				</p>
			) : (
				<p>
					An editor decides. Nothing more is written from here.{" "}
					<TextLink href={pathOfProposal(id)}>Open the proposal</TextLink>
				</p>
			)}
		</Alert>
	);
}
