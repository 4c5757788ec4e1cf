import { usePathname } from "next/navigation";
import { PageLink } from "@/components/layout/links";
import { helpFor } from "@/lib/dashboard/resources/places";

/** The part of the help menu that changes with the page. */
export function PageHelp() {
	const links = helpFor(usePathname());
	if (links.length === 0) return null;
	return (
		<div>
			<p className="px-2 py-1 text-xs text-muted">This page</p>
			<ul>
				{links.map(({ text, href }) => (
					<li key={href}>
						<PageLink href={href}>{text}</PageLink>
					</li>
				))}
			</ul>
		</div>
	);
}
