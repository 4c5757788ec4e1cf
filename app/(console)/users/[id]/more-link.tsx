import { PageLink } from "@/components/layout/links";
import { buttonClass } from "@/components/ui/button";

/** @param href null where all are shown */
export function MoreLink({ href, what }: { href: string | null; what: string }) {
	if (!href) return null;
	return (
		<p>
			<PageLink href={href} scroll={false} className={buttonClass()}>
				Show more {what}
			</PageLink>
		</p>
	);
}
