import type { ReactNode } from "react";

/** What there is to say before a page's content. Takes no room where there is nothing. */
export function Notices({ children }: { children: ReactNode }) {
	return <div className="mb-5 grid gap-5 empty:hidden">{children}</div>;
}
