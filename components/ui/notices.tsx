import type { ReactNode } from "react";

/** Notices above a page's content. Takes no space where there are none. */
export function Notices({ children }: { children: ReactNode }) {
	return <div className="notices">{children}</div>;
}
