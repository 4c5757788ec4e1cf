"use client";

import { type KeyboardEvent, type ReactNode, useLayoutEffect, useState } from "react";

export type Tab = {
	/** The panel's id; a link to it shows the panel as well. */
	id: string;
	title: string;
	/** A number beside the title. Not part of the tab's name; none is shown for 0. */
	count?: number;
	content: ReactNode;
};

type TabsProps = {
	/** The accessible name of the tab list. */
	label: string;
	tabs: readonly [Tab, ...Tab[]];
};

/**
 * Panels of which one is shown, by the tabs pattern of the ARIA Authoring Practices Guide: arrow keys, Home and End move
 * and choose. A panel keeps its state while another one is shown. Until it is hydrated a tab is a link that shows its
 * panel (see `tabs.css`); without scripts all panels are shown one below the other with their titles.
 */
export function Tabs({ label, tabs }: TabsProps) {
	// Null until it is hydrated: the tab chosen before then is in the address.
	const [chosen, setChosen] = useState<string | null>(null);
	const selected = chosen ?? tabs[0].id;
	const ids = tabs.map(({ id }) => id);

	// biome-ignore lint/correctness/useExhaustiveDependencies: the address is read once.
	useLayoutEffect(() => {
		const early = window.location.hash.slice(1);
		setChosen(ids.includes(early) ? early : selected);
	}, []);

	function onKeyDown(event: KeyboardEvent) {
		if (event.key === " ") return event.preventDefault();
		const at = ids.indexOf(selected);
		const places: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
		const place = places[event.key];
		if (place === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
		event.preventDefault();
		const next = ids.at(place % ids.length) ?? selected;
		setChosen(next);
		document.getElementById(tabId(next))?.focus();
	}

	return (
		<div className="tabs" data-early={chosen === null ? "" : undefined}>
			<div role="tablist" aria-label={label} className="script-only" onKeyDown={onKeyDown}>
				{tabs.map(({ id, title, count }) => (
					<a
						key={id}
						id={tabId(id)}
						role="tab"
						href={`#${id}`}
						aria-controls={id}
						aria-selected={id === selected}
						tabIndex={chosen === null || id === selected ? 0 : -1}
						onClick={(event) => {
							event.preventDefault();
							setChosen(id);
						}}
					>
						{title}
						{count ? <span aria-hidden="true">{count}</span> : null}
					</a>
				))}
			</div>
			{tabs.map(({ id, title, content }) => (
				<div
					key={id}
					id={id}
					role="tabpanel"
					aria-label={title}
					// biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may scroll, and may begin with content that is not focusable.
					tabIndex={0}
					hidden={chosen !== null && id !== selected}
				>
					<h2>{title}</h2>
					{content}
				</div>
			))}
		</div>
	);
}

function tabId(id: string): string {
	return `${id}-tab`;
}
