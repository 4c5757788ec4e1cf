import "../guide.css";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { GUIDE_TITLES, type GuideHeading } from "@/lib/guides/guide";
import { guides, isGuideName } from "../guides";

type GuidePageProps = { params: Promise<{ name: string }> };

export async function generateMetadata({ params }: GuidePageProps): Promise<Metadata> {
	const { name } = await params;
	return { title: isGuideName(name) ? guides[name].title : "Page not found" };
}

export default async function GuidePage({ params }: GuidePageProps) {
	const { name } = await params;
	await requirePageSession(`/guides/${name}`);
	if (!isGuideName(name)) notFound();
	const { title, headings, html } = guides[name];
	return (
		<div className="grid gap-x-12 xl:grid-cols-[minmax(0,54rem)_15rem]">
			<div className="min-w-0">
				<PageHeader title={title} />
				<details className="mb-5 border-y border-line xl:hidden print:hidden">
					<summary className="min-h-9 content-center text-sm font-medium">Guides and sections</summary>
					<Directory name={name} headings={headings} className="pb-4" />
				</details>
				{/* biome-ignore lint/security/noDangerouslySetInnerHtml: a guide of this project, rendered with raw HTML off. */}
				<article className="guide" dangerouslySetInnerHTML={{ __html: html }} />
			</div>
			<div className="max-xl:hidden print:hidden">
				<Directory
					name={name}
					headings={headings}
					className="sticky top-(--top-bar) -mt-5 max-h-[calc(100dvh-var(--top-bar))] overflow-y-auto py-5"
				/>
			</div>
		</div>
	);
}

type DirectoryProps = { name: string; headings: readonly GuideHeading[]; className: string };

/** All guides, and the sections of the one at hand. Rendered twice, for wide pages and narrow ones: one of them is shown. */
function Directory({ name, headings, className }: DirectoryProps) {
	const link =
		"block rounded px-2 py-1 hover:bg-sunken hover:text-ink aria-[current]:font-medium aria-[current]:text-ink";
	return (
		<nav aria-label="Guides and sections" className={`grid content-start gap-5 text-sm text-muted ${className}`}>
			<div>
				<PageLink href="/guides" className={`${link} text-xs font-medium`}>
					Guides
				</PageLink>
				<ul>
					{Object.entries(GUIDE_TITLES).map(([other, title]) => (
						<li key={other}>
							<PageLink href={`/guides/${other}`} aria-current={other === name ? "page" : undefined} className={link}>
								{title}
							</PageLink>
						</li>
					))}
				</ul>
			</div>
			<div>
				<p className="px-2 py-1 text-xs font-medium">On this page</p>
				<ul>
					{headings.map(({ id, text, level }) => (
						<li key={id} className={level === 3 ? "pl-3" : undefined}>
							<a href={`#${id}`} className={link}>
								{text}
							</a>
						</li>
					))}
				</ul>
			</div>
		</nav>
	);
}
