"use client";

import { usePathname } from "next/navigation";
import { MenuLink } from "@/components/layout/links";
import { helpFor } from "./help-links";

/** The part of the help menu that changes with the page. */
export function PageHelp() {
	const links = helpFor(usePathname());
	if (links.length === 0) return null;
	return (
		<div className="border-b border-line pb-1">
			<p className="px-2 py-1 text-xs text-muted">This page</p>
			<ul>
				{links.map(({ text, href }) => (
					<li key={href}>
						<MenuLink href={href}>{text}</MenuLink>
					</li>
				))}
			</ul>
		</div>
	);
}
