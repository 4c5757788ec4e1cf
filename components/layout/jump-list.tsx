"use client";

import { useEffect, useState } from "react";

/** A section of the page: its id and its heading. */
export type Jump = {
	id: string;
	title: string;
	/** Shown and hidden with the section. */
	className?: string;
};

/** Of what stands below it in the window nothing is read yet: just below where a link puts the section that it leads to. */
const LINE_PX = 124;

/** Links to the sections of a page. The one that is read is marked once scripts run: style sheets can't tell it in every browser. */
export function JumpList({ jumps }: { jumps: readonly Jump[] }) {
	const [current, setCurrent] = useState<string | undefined>();
	const ids = jumps.map(({ id }) => id).join(" ");
	useEffect(() => {
		const mark = () => setCurrent(sectionRead(ids.split(" ")));
		mark();
		const stop = new AbortController();
		const options = { passive: true, signal: stop.signal };
		window.addEventListener("scroll", mark, options);
		window.addEventListener("hashchange", mark, options);
		return () => stop.abort();
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

function sectionRead(ids: readonly string[]): string | undefined {
	const shown = ids.filter((id) => document.getElementById(id)?.checkVisibility());
	const begun = shown.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? 0) <= LINE_PX);
	// At the end of the page a link can't bring its section any higher.
	const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1;
	const wanted = isAtEnd ? shown.find((id) => `#${id}` === window.location.hash) : undefined;
	return wanted ?? begun.at(-1) ?? shown[0];
}
