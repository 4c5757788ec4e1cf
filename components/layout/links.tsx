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

const navigationClass =
	"flex min-h-8 items-center gap-2.5 rounded-md px-2 text-sm text-muted hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink";

type NavigationLinkProps = {
	href: string;
	/** It leads out of the console. */
	isOutside?: boolean | undefined;
	children: ReactNode;
};

/** A link of the main navigation; the area that the page belongs to is marked. */
export function NavigationLink({ href, isOutside, children }: NavigationLinkProps) {
	const pathname = usePathname();
	if (isOutside) {
		return (
			<a href={href} className={navigationClass}>
				{children}
			</a>
		);
	}
	const isCurrent = href === "/" ? pathname === "/" : pathname === href || pathname.startsWith(`${href}/`);
	return (
		<PageLink
			href={href}
			aria-current={isCurrent ? (pathname === href ? "page" : "true") : undefined}
			className={navigationClass}
		>
			{children}
		</PageLink>
	);
}

/** A link in a menu. */
export function MenuLink(props: ComponentProps<typeof Link>) {
	return <PageLink className="flex min-h-8 items-center rounded-md px-2 hover:bg-sunken" {...props} />;
}
