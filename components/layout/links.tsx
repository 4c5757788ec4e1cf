"use client";

import Link, { useLinkStatus } from "next/link";
import type { ComponentProps } from "react";

type PageLinkProps = Omit<ComponentProps<"a">, "href" | "target" | "download"> & {
	href: string;
	/** False: the scroll position is kept. */
	scroll?: boolean;
};

/**
 * A link within the console. While its page loads it contains an element with `data-pending`, see `app/pending.css`. No page
 * is requested before the click: it may cost calls to the tenant, and would be older than a write in between.
 */
export function PageLink({ children, ...props }: PageLinkProps) {
	return (
		<Link prefetch={false} {...props}>
			{children}
			<LinkPending />
		</Link>
	);
}

function LinkPending() {
	return useLinkStatus().pending ? <span data-pending="" className="absolute" /> : null;
}
