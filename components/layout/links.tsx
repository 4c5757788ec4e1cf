"use client";

import Link, { useLinkStatus } from "next/link";
import type { ComponentProps, MouseEvent } from "react";

type PageLinkProps = Omit<ComponentProps<"a">, "href" | "target" | "download"> & {
	href: string;
	/** False: the scroll position is kept. */
	scroll?: boolean;
	/** What a plain click does instead of loading the page; with a modifier key it opens elsewhere. */
	inPlace?: (() => void) | undefined;
};

/**
 * A link within the console. While its page loads it contains an element with `data-pending`, see `app/pending.css`. No page
 * is requested before the click: it may cost calls to the tenant, and would be older than a write in between.
 */
export function PageLink({ children, inPlace, ...props }: PageLinkProps) {
	function onClick(event: MouseEvent) {
		if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
		event.preventDefault();
		inPlace?.();
	}
	return (
		<Link prefetch={false} {...props} {...(inPlace && { onClick })}>
			{children}
			<LinkPending />
		</Link>
	);
}

function LinkPending() {
	return useLinkStatus().pending ? <span data-pending="" className="absolute" /> : null;
}
