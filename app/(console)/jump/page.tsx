import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { JUMP_TEXT_LENGTH_MAX } from "@/app/_palette/jump-answers";
import { jumpGroups } from "@/app/_palette/jump-groups";
import type { JumpUser } from "@/app/_palette/jump-option";
import { pastedPlace } from "@/app/_palette/pasted-place";
import { findJumpUsers, readJumpApplications, readJumpTemplates, readJumpTokens } from "@/app/_palette/read-jump";
import { wantsUsers } from "@/app/_palette/wants-users";
import { PageHeader } from "@/components/layout/page-header";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/field";
import { type Outcome, outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { hasRole } from "@/lib/dashboard/session/role";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { JumpResults } from "./jump-results";

const nobody: Outcome<JumpUser[] | null> = { value: [] };

type SearchParams = Promise<{ q?: string | string[] }>;

export async function generateMetadata({ searchParams }: { searchParams: SearchParams }): Promise<Metadata> {
	const text = textOf(await searchParams);
	return { title: text ? `${text} · Search` : "Search" };
}

/** The palette for a browser whose scripts do not run, or do not run yet. */
export default async function JumpPage({ searchParams }: { searchParams: SearchParams }) {
	const text = textOf(await searchParams);
	const session = await requirePageSession(text ? `/jump?${new URLSearchParams({ q: text })}` : "/jump");
	const pasted = pastedPlace(text);
	if (pasted) redirect(pasted.href);
	const [templates, users, tokens, applications] = await Promise.all([
		outcomeOf(readJumpTemplates(), "template"),
		wantsUsers(text) ? outcomeOf(findJumpUsers(text), "user") : nobody,
		readJumpTokens(session.subject),
		readJumpApplications(),
	]);
	const problem = templates.problem ?? users.problem;
	const found = users.problem ? [] : users.value;
	const groups = jumpGroups({
		text,
		canWrite: hasRole(session.role, "editor"),
		templates: templates.problem ? null : templates.value,
		users: found ?? [],
		tokens,
		applications,
	});
	return (
		<>
			<PageHeader title="Search or jump to" />
			<div className="grid max-w-3xl gap-5">
				<form action="/jump" className="grid gap-1.5">
					<label htmlFor="jump-text" className="text-sm font-medium">
						Page, template, application, user or token
					</label>
					<div className="flex flex-wrap gap-3">
						<input
							id="jump-text"
							name="q"
							defaultValue={text}
							placeholder="Paste any id, e-mail address or name"
							autoComplete="off"
							autoCapitalize="off"
							spellCheck={false}
							maxLength={JUMP_TEXT_LENGTH_MAX}
							className={`${controlClass} flex-1 basis-60`}
						/>
						<Button variant="primary">Search</Button>
					</div>
				</form>
				{problem ? <ProblemAlert problem={problem} /> : null}
				<JumpResults groups={groups} noUserSearch={found === null} />
			</div>
		</>
	);
}

function textOf({ q }: Awaited<SearchParams>): string {
	return [q ?? ""].flat().join(" ").trim().slice(0, JUMP_TEXT_LENGTH_MAX);
}
