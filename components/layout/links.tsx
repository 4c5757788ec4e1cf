import type { ComponentProps } from "react";

type PageLinkProps = Omit<ComponentProps<"a">, "href" | "target" | "download"> & {
	href: string;
	/** False: the page that comes stays scrolled to where the one at hand is. */
	scroll?: boolean;
};

/**
 * A link within the console. Once scripts run its page comes into the frame at hand, see `page-navigation.tsx`. Nothing is
 * fetched ahead: a page costs calls to the tenant. Not the framework's `Link`, a component of the browser: each would be
 * sent twice, in the page and as data for its script, and lists would exceed the limits of first loads.
 */
export function PageLink({ scroll = true, children, ...props }: PageLinkProps) {
	return (
		<a data-page={scroll ? "" : "same-place"} {...props}>
			{children}
		</a>
	);
}
