"use client";

import { createContext, type ReactNode, useContext } from "react";
import { PageLink } from "@/components/layout/links";

/** Whether the admin may see API calls; false outside of the console's pages. Its table of permissions stays on the server. */
export const SeesCalls = createContext(false);

type CallReferenceProps = { reference: string; className?: string; opensTab?: boolean; children?: ReactNode };

/** The reference of a call to the service; it links to the call where the admin may see it. */
export function CallReference({ reference, className, opensTab = false, children }: CallReferenceProps) {
	const text = (
		<>
			{children}
			<code>{reference}</code>
		</>
	);
	if (!useContext(SeesCalls)) return <span>{text}</span>;
	const link = { href: `/api-calls?reference=${reference}`, className: className ?? "text-accent underline" };
	return opensTab ? (
		<a {...link} target="_blank" rel="noopener">
			{text}
		</a>
	) : (
		<PageLink {...link}>{text}</PageLink>
	);
}
