import "../guide.css";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ButtonLink } from "@/components/layout/links";
import { PageHeader } from "@/components/layout/page-header";
import { requirePageSession } from "@/lib/dashboard/session/session";
import { guides, isGuideName } from "../guides";

export async function generateMetadata({ params }: PageProps<"/guides/[name]">): Promise<Metadata> {
	const { name } = await params;
	return { title: isGuideName(name) ? guides[name].title : "Page not found" };
}

export default async function GuidePage({ params }: PageProps<"/guides/[name]">) {
	const { name } = await params;
	await requirePageSession(`/guides/${name}`);
	if (!isGuideName(name)) notFound();
	const { title, headings, html } = guides[name];
	return (
		<>
			<PageHeader title={title} actions={<ButtonLink href="/guides">All guides</ButtonLink>} />
			<div className="in-sections">
				<div className="beside print:hidden">
					<nav
						aria-label="On this page"
						className="jumps lg:max-h-[calc(100dvh-var(--top-bar)-2.5rem)] lg:overflow-y-auto"
					>
						<ul>
							{headings.map(({ id, text, level }) => (
								<li key={id} className={level === 3 ? "lg:pl-3" : undefined}>
									<a href={`#${id}`}>{text}</a>
								</li>
							))}
						</ul>
					</nav>
				</div>
				<div className="sections min-w-0">
					{/* biome-ignore lint/security/noDangerouslySetInnerHtml: a guide of this project, rendered with raw HTML off. */}
					<article className="guide min-w-0" dangerouslySetInnerHTML={{ __html: html }} />
				</div>
			</div>
		</>
	);
}
