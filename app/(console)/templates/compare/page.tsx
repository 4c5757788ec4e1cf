import type { Metadata } from "next";
import { cache } from "react";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { ButtonLink, LineLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { EmptyState } from "@/components/ui/empty-state";
import { nameInWords } from "@/components/ui/invisible-characters";
import { nameOrId } from "@/lib/contract/name-or-id";
import { outcomeOf } from "@/lib/dashboard/problem/problem-of";
import { getSession, requirePageSession } from "@/lib/dashboard/session/session";
import { getTemplateWithPurpose } from "@/lib/dashboard/templates/template-access";
import { CHOSEN_TEMPLATES_MAX, templateViews } from "../_list/list-query";
import { Comparison } from "./comparison";

type Props = Pick<PageProps<"/templates/compare">, "searchParams">;

/** Read once for the page and its title. */
const readPair = cache((a: string, b: string) =>
	outcomeOf(Promise.all([getTemplateWithPurpose(a), getTemplateWithPurpose(b)]), "template"),
);

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
	const { chosen, a, b } = readChoice(await searchParams);
	const outcome = chosen.length === 2 && (await getSession()) ? await readPair(a, b) : null;
	if (!outcome || outcome.problem) return { title: "Compare templates" };
	return { title: `${outcome.value.map(({ id, name }) => nameInWords(nameOrId(name, id))).join(" and ")} · Templates` };
}

export default async function ComparePage({ searchParams }: Props) {
	const { chosen, a, b } = readChoice(await searchParams);
	await requirePageSession(withChosen("/templates/compare", chosen));
	const isPair = chosen.length === 2;
	const pair = isPair ? await readPair(a, b) : null;
	return (
		<>
			<PageHeader title="Compare templates">
				{isPair ? (
					<LineLink href={withChosen(templateViews.matrix, chosen)}>Choose others in the matrix</LineLink>
				) : null}
			</PageHeader>
			{isPair ? null : (
				<EmptyState
					title={chosen.length === 1 ? "1 template was chosen" : `${chosen.length || "No"} templates were chosen`}
				>
					<p>A comparison takes two. Select two rows of the matrix, then “Compare selected”.</p>
					<ButtonLink href={withChosen(templateViews.matrix, chosen)}>Open the matrix</ButtonLink>
				</EmptyState>
			)}
			{pair?.value ? <Comparison a={pair.value[0]} b={pair.value[1]} /> : null}
			{pair?.problem ? <ProblemAlert problem={pair.problem} /> : null}
		</>
	);
}

/** A page with this selection, up to as many as are changed at once. */
function withChosen(path: string, chosen: readonly string[]): string {
	return `${path}?${new URLSearchParams(chosen.slice(0, CHOSEN_TEMPLATES_MAX).map((id) => ["template", id]))}`;
}

/** `template`: the selection of the list or of the matrix. */
function readChoice({ a, b, template }: Awaited<Props["searchParams"]>) {
	const named = a || b ? [a, b] : [template];
	const chosen = [...new Set(named.flat().filter((id): id is string => Boolean(id)))];
	const [first = "", second = ""] = chosen;
	return { chosen, a: first, b: second };
}
