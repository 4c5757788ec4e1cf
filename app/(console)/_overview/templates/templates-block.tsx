import type { ReactNode } from "react";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { Section } from "@/components/ui/section";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { pageOf, resources } from "@/lib/dashboard/registry/resources";
import { findingAddress, findingTexts } from "../../templates/_list/finding-words";
import { BlockLink } from "../block-link";
import { type Asked, Asking, FromTenant, WholePageLink } from "../from-tenant";
import type { NewestTemplates } from "../newest-templates";
import { Beginning } from "./beginning";
import { CountRow, ROW, ROWS_HEIGHT, Rows } from "./count-row";
import type { TemplatesSummary } from "./summarize-templates";

type TemplatesBlockProps = Asked & { canWrite: boolean };

/** What the newest templates ask for too much. What comes late is as high as what stood there before. */
export function TemplatesBlock({ canWrite, ...asked }: TemplatesBlockProps) {
	return (
		<FromTenant
			{...asked}
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
						<Answered answer={answer} />
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

function Answered({ answer }: { answer: NewestTemplates }) {
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
