import { Print } from "@/app/_print/print";
import { PageLink } from "@/components/layout/links";
import { Name } from "@/components/ui/name";
import type { JumpPlace } from "./jump";

type FoundPlacesProps = { groups: readonly { title: string; options: readonly JumpPlace[] }[] };

/** What a text has found, as links under the titles of their kinds. */
export function FoundPlaces({ groups }: FoundPlacesProps) {
	return groups.map(({ title, options }) => (
		<section key={title} aria-label={title}>
			<p className="px-2 py-1 text-xs font-medium text-muted">{title}</p>
			<ul>
				{options.map(({ text, detail, print, href }) => (
					<li key={href} className="flex items-center gap-x-2">
						<PageLink
							href={href}
							className="flex min-h-9 grow flex-wrap content-center items-baseline gap-x-3 rounded-md px-2 py-1.5 text-sm hover:bg-accent-soft"
						>
							<Name text={text} />
							{detail ? <Name className="text-xs text-muted" text={detail} /> : null}
						</PageLink>
						{print ? <Print of={print} /> : null}
					</li>
				))}
			</ul>
		</section>
	));
}
