import type { Metadata } from "next";
import { cache } from "react";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { UnreadPart } from "@/app/_page/unread";
import { UnreadableRows } from "@/app/_tables/unread-items";
import { PageHeader } from "@/components/layout/page-header";
import { Alert } from "@/components/ui/alert";
import { nameInWords } from "@/components/ui/invisible-characters";
import { PAGE_SIZE_MAX } from "@/lib/contract/limits";
import { nameOrId } from "@/lib/contract/name-or-id";
import { listTemplates } from "@/lib/dashboard/management/templates";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { getSession, requirePageSession } from "@/lib/dashboard/session/session";
import { getTemplateWithPurpose } from "@/lib/dashboard/templates/template-access";
import { Comparison, PairForm } from "./comparison";

type Props = Pick<PageProps<"/templates/compare">, "searchParams">;

/** Read once for the page and its title. */
const readPair = cache((a: string, b: string) =>
	outcomeOf(Promise.all([getTemplateWithPurpose(a), getTemplateWithPurpose(b)]), "template"),
);

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
	const { a, b } = readChoice(await searchParams);
	const outcome = a && b && (await getSession()) ? await readPair(a, b) : null;
	if (!outcome || outcome.problem) return { title: "Compare templates" };
	return { title: `${outcome.value.map(({ id, name }) => nameInWords(nameOrId(name, id))).join(" and ")} · Templates` };
}

export default async function ComparePage({ searchParams }: Props) {
	const { chosen, a, b } = readChoice(await searchParams);
	await requirePageSession(`/templates/compare?${new URLSearchParams({ a, b })}`);
	const list = await outcomeOf(listTemplates(undefined, PAGE_SIZE_MAX), "template");
	const templates = list.problem ? [] : list.value.templates;
	// Of no choice the newest two.
	const newest = a || b ? [a, b] : templates.slice(0, 2).map(({ id }) => id);
	const [first = "", second = ""] = newest;
	const pair = first && second ? await readPair(first, second) : null;
	// A template that is chosen and not among the newest stays.
	const unlisted = [...new Set([a, b])].filter((one) => one !== "" && !templates.some(({ id }) => id === one));
	const options: [string, string][] = [
		...(first && second ? [] : [["", "Choose a template"] as [string, string]]),
		...unlisted.map((one): [string, string] => [one, one]),
		...templates.map(({ id, name }): [string, string] => [id, name ? `${nameInWords(name)} (${id})` : id]),
	];
	return (
		<>
			<PageHeader title="Compare templates">
				Choose from the newest {PAGE_SIZE_MAX}. For an older template, use “Compare” on its own page.
			</PageHeader>
			{chosen.length > 0 && chosen.length !== 2 ? (
				<Alert
					tone="info"
					title={chosen.length === 1 ? "1 template was chosen" : `${chosen.length} templates were chosen`}
				>
					<p>A comparison takes two{chosen.length > 2 ? ": these are the first two" : null}.</p>
				</Alert>
			) : null}
			{list.problem ? <UnreadPart problem={list.problem} /> : <UnreadableRows count={list.value.unreadable} />}
			{templates.length > 0 || chosen.length > 0 || (a && b) ? (
				<PairForm action="/templates/compare" what="template" options={options} pair={[first, second]} />
			) : null}
			{pair?.value ? <Comparison a={pair.value[0]} b={pair.value[1]} /> : null}
			{pair?.problem ? <ProblemAlert problem={pair.problem} /> : null}
		</>
	);
}

/** `template`: the selection of the list. */
function readChoice(query: Awaited<Props["searchParams"]>) {
	const chosen = [query.template ?? []].flat();
	const [a = "", b = ""] = [query.a ?? chosen[0], query.b ?? chosen[1]].map((id) => (typeof id === "string" ? id : ""));
	return { chosen, a, b };
}
