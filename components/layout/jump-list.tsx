"use client";

import { useEffect, useState } from "react";

/** A section of the page: its id and its heading. */
export type Jump = {
	id: string;
	title: string;
	/** Shown and hidden with the section. */
	className?: string;
};

/** A section whose top is below this is not current yet: just below where a link scrolls its section to. */
const LINE_PX = 124;

/** Links to the sections of a page. Once scripts run the current one is marked, which not every browser can do by CSS. */
export function JumpList({ jumps }: { jumps: readonly Jump[] }) {
	const [current, setCurrent] = useState<string | undefined>();
	const ids = jumps.map(({ id }) => id).join(" ");
	useEffect(() => {
		const mark = () => setCurrent(currentSection(ids.split(" ")));
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

function currentSection(ids: readonly string[]): string | undefined {
	const shown = ids.filter((id) => document.getElementById(id)?.checkVisibility());
	const reached = shown.filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? 0) <= LINE_PX);
	// At the end of the page a link can't bring its section any higher.
	const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 1;
	const target = isAtEnd ? shown.find((id) => `#${id}` === window.location.hash) : undefined;
	return target ?? reached.at(-1) ?? shown[0];
}
