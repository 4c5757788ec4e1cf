"use client";

import Link, { useLinkStatus } from "next/link";
import type { ComponentProps, MouseEvent } from "react";
import { type ButtonVariant, buttonClass } from "../ui/button";
import { Name, ShowAll } from "../ui/name";
import { linkClass } from "./link-class";

type PageLinkProps = Omit<ComponentProps<"a">, "href" | "target" | "download"> & {
	href: string;
	/** False: the scroll position is kept. */
	scroll?: boolean;
	/** In place of the present entry of the browser's history. */
	replace?: boolean;
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
		<Link prefetch={false} {...props} {...(inPlace && { onClick, "data-in-place": "" })}>
			{children}
			<LinkPending />
		</Link>
	);
}

/** Within a text or below it. */
export function TextLink(props: PageLinkProps) {
	return <PageLink className="text-accent underline" {...props} />;
}

/** On its own, beside text or in a list. */
export function LineLink(props: PageLinkProps) {
	return <PageLink className={linkClass} {...props} />;
}

/** With the look of a button. */
export function ButtonLink({ variant, ...props }: PageLinkProps & { variant?: ButtonVariant }) {
	return <PageLink className={buttonClass(variant)} {...props} />;
}

/** To what has a name that people have chosen. */
export function NameLink({ name, ...props }: PageLinkProps & { name: string }) {
	return (
		<PageLink {...props}>
			<Name text={name} />
		</PageLink>
	);
}

/** The same, and the name of its row. */
export function RowLink(props: ComponentProps<typeof NameLink>) {
	return (
		<>
			<NameLink {...props} />
			<ShowAll of={props.name} />
		</>
	);
}

/** An entry of a menu. */
export function MenuLink(props: PageLinkProps) {
	return (
		<li>
			<PageLink {...props} />
		</li>
	);
}

function LinkPending() {
	return useLinkStatus().pending ? <span data-pending="" className="absolute" /> : null;
}
