import type { ReactNode } from "react";
import { certificateFacts } from "@/app/_certificates/tenant-certificates";
import { PrintChange } from "@/app/_print/print";
import { NameLink, TextLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { CodeBlock } from "@/components/ui/code-block";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import type { Clock } from "@/components/ui/time-text";
import { listed } from "@/lib/dashboard/in-short";
import type { MergedItem, MergedState } from "@/lib/dashboard/proposals/proposal";
import { changesInWords } from "@/lib/dashboard/proposals/proposal-words";
import { pageOf } from "@/lib/dashboard/resources/resources";
import type { ItemResult } from "@/lib/dashboard/templates/apply-templates";
import { printOf } from "@/lib/dashboard/templates/request-print";
import type { PlanAction } from "@/lib/dashboard/templates/template-plan";
import { templateChanges } from "@/lib/dashboard/templates/template-words";
import { createRequest, partsOfTemplate, type WholeTemplate } from "@/lib/dashboard/templates/whole-template";
import { ChangedHere } from "./changed-here";

/** More are folded, but for those that need a look. */
const SHOWN_MAX = 20;

type ProposedTemplatesProps = {
	items: readonly MergedItem[];
	/** What became of each, once it was accepted; null: nothing so far. */
	results: readonly (ItemResult | null)[] | null;
	/** What is said of one without a result. */
	unfinished?: Unfinished;
	/** Since when others may have changed them; null: it is not said who did. */
	since: string | null;
	clock: Clock;
};

/** `saving`: it is being saved. `interrupted`: saving it can be resumed. `ended`: what is left is not saved any more. */
export type Unfinished = "saving" | "interrupted" | "ended";

/** What a proposal does to each template, on top of what happened since, and what became of it: first those that need a look. */
export function ProposedTemplates({ items, results, unfinished = "ended", since, clock }: ProposedTemplatesProps) {
	const each = items.map((merged, index) => ({ merged, index, result: results && (results[index] ?? null) }));
	const needsLook = ({ merged, result }: (typeof each)[number]) =>
		isObstacle(merged) || (results !== null && isLeft(merged, result, unfinished));
	const first = each.filter(needsLook);
	const all = [...first, ...each.filter((one) => !first.includes(one))].map(({ merged, index, result }, place) => {
		const open = results && openWords[unfinished];
		const hasOthers = merged.theirs.length + merged.contested.length > 0 || merged.state === "gone";
		const others =
			since !== null && hasOthers && merged.item.id !== null && place < SHOWN_MAX ? (
				<ChangedHere id={merged.item.id} since={since} clock={clock} />
			) : null;
		const notes = (
			<>
				{newAuthority(merged, clock)}
				{others}
			</>
		);
		return <ProposedTemplate key={index} merged={merged} result={result} open={open} notes={notes} />;
	});
	const count = Math.max(SHOWN_MAX, first.length);
	const [shown, folded] = [all.slice(0, count), all.slice(count)];
	return (
		<>
			<ul aria-label="Templates" className="border-t border-line text-sm">
				{shown}
			</ul>
			{folded.length > 0 ? (
				<details>
					<summary className="min-h-6 cursor-pointer text-sm font-medium">
						{folded.length === 1 ? "1 more template" : `${folded.length} more templates`}
					</summary>
					<ul aria-label="More templates" className="mt-2 border-t border-line text-sm">
						{folded}
					</ul>
				</details>
			) : null}
		</>
	);
}

/** It does not apply as it was proposed. */
function isObstacle({ state }: MergedItem): boolean {
	return state !== "applies" && state !== "already";
}

/** It was accepted, and is not saved, nor is it to be. */
function isLeft({ state }: MergedItem, result: ItemResult | null, unfinished: Unfinished): boolean {
	if (result) return result.outcome !== "done" && result.outcome !== "already";
	return state === "applies" && unfinished === "ended";
}

/** What a certificate authority that the template has not had until now is. */
function newAuthority({ item: { before, after } }: MergedItem, clock: Clock): ReactNode {
	const authority = after?.certificateAuthority ?? "";
	return authority === (before?.certificateAuthority ?? "") ? null : certificateFacts(authority, "issuer", clock);
}

const printOfWhole = (template: WholeTemplate | null) => template && printOf(template.elements);

/** One of them may have been sent when saving was interrupted. */
const openWords: Record<Unfinished, string> = {
	saving: "No result yet.",
	interrupted: "No result yet. Resume looks whether the tenant has it, and saves it if not.",
	ended: "No result.",
};

/** `open`: what is said where it has no result; null: it was not accepted. `notes`: who changed it since, and the facts of a new certificate. */
type ProposedTemplateProps = { merged: MergedItem; result: ItemResult | null; open: string | null; notes: ReactNode };

function ProposedTemplate({ merged, result, open, notes }: ProposedTemplateProps) {
	const { state, item, theirs, contested } = merged;
	const { action, name, before, after } = item;
	const page = pageOfItem(merged, result);
	const applies = state === "applies";
	const isBlocked = state === "name-taken" || state === "unknown";
	return (
		<li className="grid gap-2 border-b border-line py-3 last:border-b-0">
			<p className="flex flex-wrap items-center gap-x-3 gap-y-1">
				{page === null ? (
					<Name className="text-base font-medium" text={name} />
				) : (
					<NameLink
						href={page}
						className="text-base font-medium text-accent underline-offset-2 hover:underline"
						name={name}
					/>
				)}
				{badges[action] ? <Badge tone={action === "create" ? "accent" : "danger"}>{badges[action]}</Badge> : null}
				<PrintChange before={printOfWhole(before)} after={applies || isBlocked ? printOfWhole(after) : null} />
			</p>
			{applies ? null : (
				<p className="font-medium">
					{stateSentences[state]}{" "}
					{merged.holder ? <TextLink href={pageOf("template", merged.holder)}>Open that one</TextLink> : null}
				</p>
			)}
			{merged.restores ? (
				<p>
					Restores the deleted template <code className="wrap-anywhere">{merged.restores}</code>.
				</p>
			) : null}
			{contested.map(({ part, label, baseline, theirs, yours }) => (
				<dl key={part} className="grid gap-x-4 rounded-md border border-line px-3 py-2 sm:grid-cols-[max-content_1fr]">
					<dt className="font-medium sm:col-span-2">{label}</dt>
					<Side term="When it was proposed" value={baseline} />
					<Side term="At the tenant now" value={theirs} />
					<Side term="Proposed" value={yours} />
				</dl>
			))}
			{applies || state === "empty" || state === "name-taken" ? <Lines lines={changesInWords(item)} /> : null}
			{state === "unknown" ? <Lines lines={merged.changes} /> : null}
			{contested.length > 0 ? <BesidesConflict changes={changesBeside(merged)} /> : null}
			{applies && action === "recreate" ? <p>It gets a new ID: change the applications that use the old one.</p> : null}
			{theirs.length > 0 ? (
				<div className="text-muted">
					<p>
						{after
							? "Changed at the tenant since it was proposed; this stays:"
							: "Changed at the tenant since it was proposed, and deleted with it:"}
					</p>
					<Lines lines={theirs} />
				</div>
			) : null}
			{notes}
			{(applies || isBlocked) && after ? (
				<details>
					<summary className="min-h-6 cursor-pointer text-muted">
						The whole template as it {state === "unknown" ? "was proposed" : "would be"}
						<span className="sr-only">: {nameInWords(name)}</span>
					</summary>
					<WholeText name={name} template={after} />
				</details>
			) : null}
			{open === null ? null : <Result merged={merged} result={result} open={open} />}
		</li>
	);
}

const badges: Partial<Record<PlanAction, string>> = {
	create: "New",
	recreate: "Recreation",
	remove: "Deletion",
};

const stateSentences: Record<Exclude<MergedState, "applies">, string> = {
	already: "The tenant has this already: nothing of it is left to change.",
	gone: "The template was deleted since. Its change no longer applies, and is left out.",
	unknown: "The template now asks for something that this console does not know: it can't be changed from here.",
	contested: "Others changed the same since: its author is to choose.",
	"name-taken": "Another template has this name now, so it can't be saved under it.",
	empty: "With what others changed since, the template would request nothing.",
};

function Side({ term, value }: { term: string; value: string }) {
	return (
		<>
			<dt className="text-muted">{term}</dt>
			<dd className="wrap-anywhere whitespace-pre-wrap">
				<bdi>{value}</bdi>
			</dd>
		</>
	);
}

function Lines({ lines }: { lines: readonly string[] }) {
	return (
		<ul className="list-disc pl-5 wrap-anywhere whitespace-pre-wrap">
			{lines.map((line) => (
				<li key={line}>{line}</li>
			))}
		</ul>
	);
}

/** What it changes beside the parts of a conflict, in words. */
function changesBeside({ item: { before, after }, contested }: MergedItem): string[] {
	if (!before || !after) return [];
	const parts = new Map(partsOfTemplate(after));
	const now = partsOfTemplate(before);
	for (const { part } of contested) {
		const present = now.get(part);
		if (present === undefined) parts.delete(part);
		else parts.set(part, present);
	}
	return templateChanges(now, parts);
}

/** What else is proposed of a template with a conflict. */
function BesidesConflict({ changes }: { changes: readonly string[] }) {
	if (changes.length === 0) return null;
	return (
		<div>
			<p>Also proposed:</p>
			<Lines lines={changes} />
		</div>
	);
}

/** As it is sent, and the purpose that the console keeps. */
function WholeText({ name, template }: { name: string; template: WholeTemplate }) {
	const stated = Object.fromEntries(Object.entries(template.purpose).filter(([, text]) => text !== ""));
	const whole = { ...createRequest(template), ...(Object.keys(stated).length > 0 && { purpose: stated }) };
	return <CodeBlock label={`The whole template: ${nameInWords(name)}`} text={JSON.stringify(whole, null, 2)} />;
}

/** The template's page; null where there is none (yet, or any more). */
function pageOfItem({ state, item }: MergedItem, result: ItemResult | null): string | null {
	const { id, action } = item;
	if (result) {
		const present = result.outcome === "done" || result.outcome === "already" ? result.id : (result.id ?? id);
		return present === null ? null : pageOf("template", present);
	}
	const isGone = state === "gone" || (state === "already" && action === "remove");
	return id === null || isGone ? null : pageOf("template", id);
}

const doneWords: Partial<Record<PlanAction, string>> = {
	create: "Created.",
	change: "Changed.",
	recreate: "Deleted and created again.",
	remove: "Deleted.",
};

type ResultProps = Pick<ProposedTemplateProps, "merged" | "result"> & { open: string };

function Result({ merged: { item }, result, open }: ResultProps) {
	if (!result) return <p className="font-medium">{open}</p>;
	const { outcome, message, since } = result;
	if (outcome === "done") return <p className="font-medium">{doneWords[item.action]}</p>;
	if (outcome === "already") return <p className="font-medium">There was nothing left to do.</p>;
	return (
		<p className="font-medium">
			<Badge tone="danger">Not done</Badge> {message} {since.length > 0 ? `Since then: ${listed(since)}.` : ""}
		</p>
	);
}
