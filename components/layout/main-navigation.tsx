import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import type { IconName } from "../ui/icon";
import { PageLink } from "./links";
import { WaitingBadge } from "./waiting-count";

export type NavigationEntry = {
	href: string;
	text: string;
	icon: IconName;
	/** The path above other pages of the same area. */
	other?: string;
	/** It shows how many things wait there. */
	hasWaiting?: boolean;
	/** It links to a page of the tenant, outside of the console. */
	isOutside?: boolean;
};

export type NavigationGroup = { caption?: string; entries: readonly NavigationEntry[] };

type MainNavigationProps = {
	id: string;
	groups: readonly NavigationGroup[];
	/** Above the entries. */
	children: ReactNode;
};

/**
 * At the side from 1024 px on. Below, the same element is a popover, which the menu button opens without a script, and
 * which a press outside or Escape closes. The area that the page belongs to is marked.
 */
export function MainNavigation({ id, groups, children }: MainNavigationProps) {
	const pathname = usePathname();
	return (
		<nav id={id} popover="auto" aria-label="Main" className="main-navigation">
			{children}
			{groups.map(({ caption, entries }) => (
				<div key={caption ?? ""}>
					{caption ? <p>{caption}</p> : null}
					<ul aria-label={caption}>
						{entries.map(({ href, text, icon, other = href, hasWaiting }) => {
							const isWithin = (path: string) => `${pathname}/`.startsWith(`${path}/`);
							const current = pathname === href ? "page" : isWithin(href) || isWithin(other);
							return (
								<li key={href}>
									<PageLink href={href} aria-current={current || undefined} className={`icon-${icon}`}>
										{text}
										{hasWaiting ? <WaitingBadge /> : null}
									</PageLink>
								</li>
							);
						})}
					</ul>
				</div>
			))}
		</nav>
	);
}
