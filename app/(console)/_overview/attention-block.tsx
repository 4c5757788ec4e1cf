import type { ReactNode } from "react";
import { bulkEditPage } from "@/app/_bulk/bulk-edit-page";
import { FromTenant, type TenantResult } from "@/app/_page/from-tenant";
import { Print } from "@/app/_print/print";
import { BulkEditText } from "@/app/(console)/_metadata-bulk/operation-text";
import { type Finding, findingTexts } from "@/app/(console)/templates/_list/finding";
import { findingAddress } from "@/app/(console)/templates/_list/list-query";
import { templateActInWords } from "@/app/(console)/templates/bulk/template-change";
import { NoteWaiting } from "@/components/layout/waiting-count";
import { Badge } from "@/components/ui/badge";
import { Name } from "@/components/ui/name";
import { Section } from "@/components/ui/section";
import { timeInZone } from "@/components/ui/time-in-zone";
import { type Clock, relativeDate, TimeText } from "@/components/ui/time-text";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { unknownOutcomes } from "@/lib/dashboard/audit/audit-trail";
import { targetPage } from "@/lib/dashboard/audit/sentence";
import { incidentName } from "@/lib/dashboard/incidents/incident-words";
import { webhooksInTrouble } from "@/lib/dashboard/log-stream/webhooks";
import { grantedScopes } from "@/lib/dashboard/management/call/access-token";
import { seenNames } from "@/lib/dashboard/management/seen";
import { lastConnectionCheck } from "@/lib/dashboard/management/tenant-link/check-connection";
import { featureGrants } from "@/lib/dashboard/management/tenant-link/granted-scopes";
import { countWaiting, type WaitingProposals, waitingInAll } from "@/lib/dashboard/proposals/waiting-proposals";
import { pageOf, resources } from "@/lib/dashboard/resources/resources";
import { may, type Role } from "@/lib/dashboard/session/permissions";
import { listUnfinishedBulkEdits, type UnfinishedBulkEdit } from "@/lib/dashboard/store/bulk-edits";
import type { RequestPrint } from "@/lib/dashboard/templates/request-print";
import { EntrySentence } from "../activity/entry-parts";
import { stateInWords, waitingInWords } from "../log-stream/webhook-words";
import { BlockLink } from "./block-link";
import type { NewestTemplates } from "./newest-templates";

type AttentionBlockProps = Owner & { newest: TenantResult<NewestTemplates> };
type Owner = { subject: string; role: Role; clock: Clock };

/**
 * What is broken, unfinished or can be improved, each with a link; renders nothing if there is nothing. It is the last block,
 * so that lines added by the tenant's late response move nothing.
 */
export async function AttentionBlock({ newest, ...owner }: AttentionBlockProps) {
	const waiting = await countWaiting(owner);
	const lines = await ownLines(owner, waiting);
	return (
		<>
			<NoteWaiting {...waitingInAll(waiting)} />
			<FromTenant of={newest} fallback={<Lines lines={lines} />}>
				{(found) => <Lines lines={[...lines, ...templateLines(found, owner.clock)]} />}
			</FromTenant>
		</>
	);
}

function Lines({ lines }: { lines: readonly ReactNode[] }) {
	if (lines.length === 0) return null;
	return (
		<Section title="Needs attention">
			<ul className="divide-y divide-line">{lines}</ul>
		</Section>
	);
}

type LineProps = {
	tone: "neutral" | "warning" | "danger";
	/** The kind of problem, in a word or two, where the sentence does not say it. */
	word?: ReactNode;
	/** Of the one template that it is about. */
	print?: RequestPrint | null;
	/** Where it can be fixed. */
	href: string;
	link: string;
	children: ReactNode;
};

function Line({ tone, word, print, href, link, children }: LineProps) {
	return (
		<li className="grid min-h-10 items-center justify-items-start gap-x-4 py-1.5 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
			<span>
				{word ? <Badge tone={tone}>{word}</Badge> : null} {children} {print ? <Print of={print} /> : null}
			</span>
			<BlockLink href={href}>{link}</BlockLink>
		</li>
	);
}

/** Unknown outcomes older than this are not shown. */
const UNKNOWN_DAYS = 7;
const UNKNOWN_SHOWN = 5;

async function ownLines({ subject, role, clock }: Owner, proposals: WaitingProposals): Promise<ReactNode[]> {
	const [check, bulkEdits, unknown, webhooks, names] = await Promise.all([
		lastConnectionCheck(),
		listUnfinishedBulkEdits(subject),
		unknownOutcomes(UNKNOWN_DAYS, UNKNOWN_SHOWN),
		may(role, "setLogStream") ? webhooksInTrouble() : [],
		seenNames(),
	]);
	const missing = featureGrants(grantedScopes() ?? check?.grantedScopes ?? null).filter(
		({ granted, isOptional }) => granted === false && !isOptional,
	);
	return [
		check !== null && check.worksSince === null && (
			<Line key="check" tone="danger" word="check failed" href="/connection" link="Check again">
				{check.failedSteps.join(", ")} did not work, <TimeText value={check.checkedAt} clock={clock} isCompact />
			</Line>
		),
		missing.length > 0 && (
			<Line key="scopes" tone="warning" word="missing scopes" href="/connection" link="See what was granted">
				Switched off: {missing.map(({ feature, scopes, joiner }) => `${feature} (${scopes.join(joiner)})`).join(", ")}
			</Line>
		),
		...proposalLines(proposals),
		...webhooks.map((webhook) => {
			const { word, reason } = stateInWords(webhook);
			return (
				<Line
					key={webhook.id}
					tone={webhook.state === "active" ? "warning" : "danger"}
					word={`webhook ${word}`}
					href={pageOf("webhook", webhook.id)}
					link="See its deliveries"
				>
					<Name text={webhook.name} />: {reason} {waitingInWords(webhook)}
				</Line>
			);
		}),
		...bulkEdits.map((edit) => (
			<Line key={edit.id} tone="warning" word="unfinished" href={bulkEditPage(edit.resource, edit.id)} link="Resume">
				<BulkEdit edit={edit} />: {edit.left} not tried yet
			</Line>
		)),
		...unknown.map((entry) => (
			<Line
				key={entry.id}
				tone="warning"
				word="not known"
				// A template whose creation has an unknown outcome is searched for.
				href={targetPage(entry) ?? `${resources.template.path}?${new URLSearchParams({ q: entry.target })}`}
				link="See what is there"
			>
				<EntrySentence entry={entry} names={names} isLinked /> <TimeText value={entry.at} clock={clock} isCompact />:
				whether it was done is not known
			</Line>
		)),
	].filter(Boolean);
}

/** What the admin is to do about proposals. */
function proposalLines({ open, returned, interrupted }: WaitingProposals): ReactNode[] {
	const { path } = resources.proposal;
	return [
		interrupted > 0 && (
			<Line key="interrupted" tone="warning" word="not finished" href={path} link="See proposals">
				{changesInWords(interrupted, "was accepted and is not all saved", "were accepted and are not all saved")}:
				resume or stop {interrupted === 1 ? "it" : "them"}
			</Line>
		),
		open > 0 && (
			<Line key="proposals" tone="neutral" href={path} link="See proposals">
				{changesInWords(open, "waits", "wait")} for a decision
			</Line>
		),
		returned > 0 && (
			<Line key="returned" tone="neutral" href={`${path}?list=mine`} link="See yours">
				{changesInWords(returned, "was", "were")} returned to you: propose {returned === 1 ? "it" : "them"} again, or
				withdraw {returned === 1 ? "it" : "them"}
			</Line>
		),
	];
}

/** "1 change of templates waits", "3 changes of templates wait". */
function changesInWords(count: number, verbOfOne: string, verb: string): string {
	return count === 1
		? `1 change of templates ${verbOfOne}`
		: `${count.toLocaleString("en")} changes of templates ${verb}`;
}

function BulkEdit({ edit }: { edit: UnfinishedBulkEdit }) {
	if (edit.resource === "template import") return "Import a folder of templates";
	if (edit.resource === "template") return templateActInWords(edit.operation);
	if (edit.resource === "user list") return "Incident: a list of users";
	if (edit.resource === "incident") return incidentName(edit);
	return <BulkEditText of={edit} />;
}

/** What was found about one template, after its name. */
function ofOne(finding: Finding, falseInWords: string): string {
	switch (finding) {
		case "listed-false":
			return `lists ${falseInWords} as false`;
		case "no-purpose":
			return "states no purpose";
		case "almost-everything":
			return "asks for almost everything";
		case "birth-date":
			return "asks for the date of birth and no age limit";
		case "beyond-purpose":
			return "asks for more than its purpose needs";
		case "certificate":
			return "has a certificate authority that has expired or soon will";
	}
}

/** What about the tenant's templates needs attention. */
function templateLines(result: NewestTemplates, { now, timeZone }: Clock): ReactNode[] {
	if (result.kind !== "read") return [];
	const { counts, ending, mostAdvised } = result.summary;
	const part = result.hasMore ? `, of the newest ${PAGE_SIZE_MAX}` : "";
	const [first, ...others] = ending;
	const hasOthers = others.length > 0;
	return [
		result.unreadable > 0 && (
			<Line key="unreadable" tone="warning" word="not read" href={resources.template.path} link="See the list">
				{result.unreadable} {result.unreadable === 1 ? "entry" : "entries"} could not be read
			</Line>
		),
		first && (
			<Line
				key="certificate"
				tone={first.end <= now ? "danger" : "warning"}
				print={hasOthers ? null : first.print}
				word={
					<span title={timeInZone(first.end, timeZone)}>
						{first.end <= now ? "expired" : "expires"} {relativeDate(first.end, now)}
					</span>
				}
				href={hasOthers ? findingAddress("certificate") : pageOf("template", first.id)}
				link={hasOthers ? "See them" : "See it"}
			>
				Certificate authority of <Name text={first.name} />
				{hasOthers ? ` and ${others.length} more${part}` : ""}
			</Line>
		),
		...counts.map(({ finding, count, only }) =>
			only ? (
				<Line key={finding} tone="neutral" print={only.print} href={pageOf("template", only.id)} link="See it">
					<Name text={only.name} /> {ofOne(finding, only.falseInWords)}
					{part}
				</Line>
			) : (
				<Line key={finding} tone="neutral" word={`${count} templates`} href={findingAddress(finding)} link="See them">
					{findingTexts[finding]}
					{part}
				</Line>
			),
		),
		mostAdvised && mostAdvised.notes > 1 && (
			<Line
				key="advice"
				tone="neutral"
				print={mostAdvised.print}
				href={`${pageOf("template", mostAdvised.id)}#advice`}
				link="See them"
			>
				<Name text={mostAdvised.name} />: {mostAdvised.notes} suggestions
			</Line>
		),
	].filter(Boolean);
}
