import type { Metadata } from "next";
import { ProblemAlert } from "@/app/forms/problem-alert";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { getTemplate, listTemplates } from "@/lib/dashboard/management/templates";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { Comparison } from "./comparison";
import { TemplatePicker } from "./template-picker";

export const metadata: Metadata = { title: "Compare templates" };

/** `template`: what was chosen in the list. */
type SearchParams = Promise<Partial<Record<"a" | "b" | "template", string | string[]>>>;

export default async function ComparePage({ searchParams }: { searchParams: SearchParams }) {
	const query = await searchParams;
	const chosen = [query.template ?? []].flat();
	const [a = "", b = ""] = [query.a ?? chosen[0], query.b ?? chosen[1]].map((id) => (typeof id === "string" ? id : ""));
	await requirePageSession(`/templates/compare?${new URLSearchParams({ a, b })}`);
	const list = await outcomeOf(listTemplates(undefined, PAGE_SIZE_MAX), "template");
	const templates = list.problem ? [] : list.value.templates;
	return (
		<>
			<PageHeader title="Compare templates">
				Choose among the newest {PAGE_SIZE_MAX}; an older template is chosen by “Compare” on its own page.
			</PageHeader>
			{chosen.length > 0 && chosen.length !== 2 ? (
				<Alert
					tone="info"
					title={`${chosen.length === 1 ? "1 template was" : `${chosen.length} templates were`} chosen`}
				>
					<p>
						A comparison takes two. {chosen.length > 2 ? "These are the first two of them." : "Choose the second one."}
					</p>
				</Alert>
			) : null}
			{list.problem ? <ProblemAlert problem={list.problem} /> : null}
			<form method="get" action="/templates/compare" className="my-5 flex flex-wrap items-end gap-3">
				<TemplatePicker label="First template" param="a" chosen={a} templates={templates} />
				<TemplatePicker label="Second template" param="b" chosen={b} templates={templates} />
				<Button variant="primary">Compare</Button>
			</form>
			{a && b ? <Compared a={a} b={b} /> : null}
		</>
	);
}

async function Compared({ a, b }: { a: string; b: string }) {
	const outcome = await outcomeOf(Promise.all([getTemplate(a), getTemplate(b)]), "template");
	if (outcome.problem) return <ProblemAlert problem={outcome.problem} />;
	const [first, second] = outcome.value;
	return <Comparison a={first} b={second} />;
}
