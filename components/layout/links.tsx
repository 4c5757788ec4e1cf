"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ComponentProps, ReactNode } from "react";
import { LinkPending } from "./link-pending";

/**
 * A link within the console, without fetching ahead: a page costs calls to the tenant. Every link comes from this one
 * file, so that the browser loads the framework's part once and not again with each page.
 */
export function PageLink({ children, ...props }: ComponentProps<typeof Link>) {
	return (
		<Link prefetch={false} {...props}>
			{children}
			<LinkPending />
		</Link>
	);
}

/** A link of the main navigation; the area that the page belongs to is marked. */
export function NavigationLink({ href, children }: { href: string; children: ReactNode }) {
	const pathname = usePathname();
	const isCurrent = href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);
	return (
		<PageLink
			href={href}
			aria-current={isCurrent ? (pathname === href ? "page" : "true") : undefined}
			className="inline-block border-b-2 border-transparent px-3 py-2 text-sm text-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
		>
			{children}
		</PageLink>
	);
}
