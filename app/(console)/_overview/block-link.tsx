import type { ComponentProps } from "react";
import { PageLink } from "@/components/layout/links";

/** A link in a line of a block or beside its heading. */
export function BlockLink(props: ComponentProps<typeof PageLink>) {
	return (
		<PageLink
			className="inline-flex min-h-6 items-center text-sm text-accent underline-offset-2 hover:underline"
			{...props}
		/>
	);
}
