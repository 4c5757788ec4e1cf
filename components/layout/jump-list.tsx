"use client";

import { useEffect, useState } from "react";

/** A section of the page: its id and its heading. */
export type Jump = {
	id: string;
	title: string;
	/** Shown and hidden with the section. */
	className?: string;
};

/** Which section is read: the one at a line just below where a link puts the section that it leads to. */
const LINE = "-12% 0px -88% 0px";

/** Links to the sections of a page. The one that is read is marked once scripts run: style sheets can't tell it in every browser. */
export function JumpList({ jumps }: { jumps: readonly Jump[] }) {
	const [current, setCurrent] = useState<string | null>(null);
	const ids = jumps.map(({ id }) => id).join(" ");
	useEffect(() => {
		const observer = new IntersectionObserver(
			(entries) => {
				for (const { isIntersecting, target } of entries) if (isIntersecting) setCurrent(target.id);
			},
			{ rootMargin: LINE },
		);
		for (const id of ids.split(" ")) {
			const section = document.getElementById(id);
			if (section) observer.observe(section);
		}
		return () => observer.disconnect();
	}, [ids]);
	return (
		<nav aria-label="On this page" className="jumps">
			<ul>
				{jumps.map(({ id, title, className }) => (
					<li key={id} className={className}>
						<a href={`#${id}`} aria-current={id === current ? "location" : undefined}>
							{title}
						</a>
					</li>
				))}
			</ul>
		</nav>
	);
}
