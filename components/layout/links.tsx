import type { ComponentProps } from "react";

type PageLinkProps = Omit<ComponentProps<"a">, "href" | "target" | "download"> & {
	href: string;
	/** False: the scroll position is kept. */
	scroll?: boolean;
};

/** Of a link that stands on its own, beside text or in a list: as high as a target has to be. */
export const linkClass = "link";

/**
 * A link within the console. Once scripts run it navigates on the client, see `page-navigation.tsx`. Its page
 * is requested when it is pointed at, see `prefetch.ts`, and not before: it may cost calls to the tenant. Not Next's `Link`, a client component: each would be sent twice, in the page and as its
 * data, and lists would exceed the limits of first loads.
 */
export function PageLink({ scroll = true, children, ...props }: PageLinkProps) {
	return (
		<a data-page={scroll ? "" : "same-place"} {...props}>
			{children}
		</a>
	);
}
