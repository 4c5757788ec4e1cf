import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { FindAnything } from "@/app/_frame/find-anything";
import { FoundPlaces } from "@/app/_frame/found-places";
import { SEARCH_PATH } from "@/app/_frame/jump";
import { UnreadPart } from "@/app/_page/unread";
import { TextLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { EmptyState } from "@/components/ui/empty-state";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { resources } from "@/lib/dashboard/resources/resources";
import { searchFault, searchParameter } from "@/lib/dashboard/search-text";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { findAnything } from "./find";

const title = "Search";

type Props = PageProps<"/search">;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
	const text = textOf(await searchParams);
	return { title: text && !searchFault(text) ? `${nameInWords(text)} · ${title}` : title };
}

export default async function SearchPage({ searchParams }: Props) {
	const text = textOf(await searchParams);
	const address = text ? `${SEARCH_PATH}?q=${searchParameter(text)}` : SEARCH_PATH;
	const { subject } = await requirePageSession(address);
	const result = text && !searchFault(text) ? await findAnything(text, subject) : null;
	if (result?.place) redirect(result.place);
	return (
		<>
			<PageHeader title={title} />
			<div className="grid max-w-2xl gap-5">
				<FindAnything key={text} text={text} />
				{result?.groups ? <Results text={text} {...result} /> : null}
			</div>
		</>
	);
}

function textOf({ q }: Awaited<Props["searchParams"]>): string {
	return typeof q === "string" ? q.trim() : "";
}

type Found = Exclude<Awaited<ReturnType<typeof findAnything>>, { place: string }>;
type ResultsProps = Omit<Found, "place"> & { text: string };

function Results({ text, groups, problem, notes }: ResultsProps) {
	const count = groups.reduce((sum, { options }) => sum + options.length, 0);
	return (
		<>
			{problem ? <UnreadPart problem={problem} /> : null}
			{notes.map((note) => (
				<p key={note} className="text-sm text-muted">
					{note}
				</p>
			))}
			{count > 0 ? (
				<>
					<p role="status" className="text-sm text-muted">
						{count === 1 ? "1 result" : `${count} results`}
					</p>
					<div className="-mx-2 grid gap-3">
						<FoundPlaces groups={groups} />
					</div>
				</>
			) : problem || notes.length > 0 ? null : (
				<EmptyState title="Nothing found">
					<p>
						Nothing matches “<Name text={text} />
						”.
					</p>
				</EmptyState>
			)}
			<TextLink href={`${resources.template.path}?q=${searchParameter(text)}`}>
				Search all templates for “<Name text={text} />”
			</TextLink>
		</>
	);
}
