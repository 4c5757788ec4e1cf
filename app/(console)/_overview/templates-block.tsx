import type { ReactNode } from "react";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { findingAddress, findingTexts } from "@/app/(console)/templates/_list/list-query";
import { PageLink } from "@/components/layout/links";
import { classNames } from "@/components/ui/class-names";
import { Section } from "@/components/ui/section";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { pageOf, resources } from "@/lib/dashboard/registry/resources";
import { BlockLink } from "./block-link";
import { type Asked, Asking, FromTenant, WholePageLink } from "./from-tenant";
import type { NewestTemplates } from "./newest-templates";
import type { TemplatesSummary } from "./summarize-templates";

type TemplatesBlockProps = Asked & { canWrite: boolean };

/** What the newest templates ask for too much. What comes late is as high as what stood there before. */
export function TemplatesBlock({ canWrite, ...pending }: TemplatesBlockProps) {
	return (
		<FromTenant
			{...pending}
			fallback={
				<Block isLate>
					<Rows>
						<li className={ROW}>
							<Asking />
							<WholePageLink />
						</li>
					</Rows>
				</Block>
			}
		>
			{(answer, isLate) =>
				answer.kind === "read" && answer.templates.length === 0 ? (
					<Beginning canWrite={canWrite} isLate={isLate} />
				) : (
					<Block isLate={isLate}>
						<Newest answer={answer} />
					</Block>
				)
			}
		</FromTenant>
	);
}

function Block({ isLate, children }: { isLate: boolean; children: ReactNode }) {
	return (
		<Section
			title={resources.template.title}
			aside={<BlockLink href={resources.template.path}>All templates</BlockLink>}
		>
			<div className={isLate ? ROWS_HEIGHT : undefined}>{children}</div>
		</Section>
	);
}

function Newest({ answer }: { answer: NewestTemplates }) {
	if (answer.kind === "failed") {
		return (
			<div className="grid gap-3">
				<ProblemAlert problem={answer.problem} />
				<p>
					<BlockLink href="/">Try again</BlockLink>
				</p>
			</div>
		);
	}
	if (answer.kind === "lacked") {
		return (
			<p className="text-sm">
				The tenant has not granted this console <code>{answer.scopes.join(" or ")}</code>, so nothing can be said of the
				templates. <BlockLink href="/connection">Open the connection page</BlockLink>
			</p>
		);
	}
	return (
		<>
			<Summary {...answer.summary} />
			{answer.hasMore ? <p className="mt-2 text-xs text-muted">Of the newest {PAGE_SIZE_MAX} templates.</p> : null}
		</>
	);
}

function Summary({ counts, mostAdvised }: TemplatesSummary) {
	if (counts.length === 0 && mostAdvised.length === 0)
		return <p className="text-sm text-muted">None of them asks for more than it may need.</p>;
	return (
		<>
			<Rows>
				{counts.map(({ finding, count }) => (
					<CountRow key={finding} href={findingAddress(finding)} text={findingTexts[finding]} count={String(count)} />
				))}
			</Rows>
			{mostAdvised.length > 0 ? (
				<>
					<h3 className="flex h-9 items-end pb-1 text-xs font-medium text-muted">Most advice</h3>
					<Rows>
						{mostAdvised.map(({ id, name, notes }) => (
							<CountRow
								key={id}
								href={`${pageOf("template", id)}#advice`}
								text={name}
								count={`${notes} ${notes === 1 ? "note" : "notes"}`}
							/>
						))}
					</Rows>
				</>
			) : null}
		</>
	);
}

/** What to do first, in a tenant that has no templates. */
function Beginning({ canWrite, isLate }: { canWrite: boolean; isLate: boolean }) {
	return (
		<Section title="Beginning">
			<ol className={classNames("grid content-start divide-y divide-line text-sm", isLate && ROWS_HEIGHT)}>
				<Step link={canWrite ? <BlockLink href={resources.template.create.path}>New template</BlockLink> : null}>
					{canWrite
						? "Create the first template: tick what a verification asks the holder for."
						: "This tenant has no template yet. An editor can create the first one."}
				</Step>
				<Step link={<BlockLink href={resources["refresh token"].path}>Find a refresh token</BlockLink>}>
					Find a refresh token by its user, and see what is stored with it.
				</Step>
				<Step link={<BlockLink href="/connection">Check the connection</BlockLink>}>
					See what the tenant lets this console do.
				</Step>
			</ol>
		</Section>
	);
}

function Step({ link, children }: { link: ReactNode; children: ReactNode }) {
	return (
		<li className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 py-1.5">
			<span>{children}</span>
			{link}
		</li>
	);
}

/** One line, however long its words are: the block's height is known before they are. */
const ROW = "flex h-9 items-center text-sm";

/** Three counts, a heading, five templates, and of how many. */
const ROWS_HEIGHT = "min-h-88";

function Rows({ children }: { children: ReactNode }) {
	return <ul className="divide-y divide-line border-b border-line empty:hidden">{children}</ul>;
}

/** A number and what it counts, which it leads to. */
function CountRow({ href, text, count }: { href: string; text: string; count: string }) {
	return (
		<li className={ROW}>
			<PageLink
				href={href}
				title={text}
				className="flex h-full w-full items-center justify-between gap-4 text-accent underline-offset-2 hover:underline"
			>
				<bdi className="truncate">{text}</bdi>
				<span className="shrink-0 tabular-nums">{count}</span>
			</PageLink>
		</li>
	);
}
