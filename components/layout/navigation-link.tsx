"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { PageLink } from "./links";

type NavigationLinkProps = {
	href: string;
	/** The path above other pages of the same area. */
	other?: string | undefined;
	/** It links outside of the console. */
	isOutside?: boolean | undefined;
	children: ReactNode;
};

/** A link of the main navigation; the area that the page belongs to is marked. */
export function NavigationLink({ href, other = href, isOutside, children }: NavigationLinkProps) {
	const pathname = usePathname();
	if (isOutside) return <a href={href}>{children}</a>;
	const isCurrent = [href, other].some((path) => `${pathname}/`.startsWith(`${path}/`));
	return (
		<PageLink href={href} aria-current={isCurrent ? (pathname === href ? "page" : "true") : undefined}>
			{children}
		</PageLink>
	);
}
