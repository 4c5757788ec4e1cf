"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { PageLink } from "@/components/layout/links";
import { Name } from "@/components/ui/name";
import { searchFault } from "@/lib/dashboard/search-text";
import { type JumpOption, type JumpRights, keyOf } from "./jump";
import { FURTHER } from "./jump-groups";
import { useJump } from "./use-jump";

// One per page load: opening the palette again uses its cache for a while.
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

/** What the palette's input calls on its list. */
export type ResultsHandle = {
	/** Moves to another option by an arrow, Home or End. False for every other key, and where there is no option. */
	move: (key: string) => boolean;
	/** Opens the active option, where one is. */
	go: () => void;
};

type PaletteResultsProps = {
	text: string;
	rights: JumpRights;
	optionsId: string;
	/** The id of the active option's element; null where there is none. */
	onActive: (id: string | null) => void;
	/** The chosen page is shown. */
	onArrive: () => void;
	/** A control of the page is about to be pressed: the palette has to close. */
	onPress: () => void;
	ref: Ref<ResultsHandle>;
};

/** The palette's results, as a listbox that its input controls. */
export function PaletteResults(props: PaletteResultsProps) {
	return (
		<QueryClientProvider client={client}>
			<Results {...props} />
		</QueryClientProvider>
	);
}

function Results({ text, rights, optionsId, onActive, onArrive, onPress, ref }: PaletteResultsProps) {
	const pathname = usePathname();
	const { groups, isSearching, problem, notes = [] } = useJump(text, rights, pathname);
	const [chosen, setChosen] = useState<{ text: string; key: string } | null>(null);
	const options = groups.flatMap(({ options }) => options);
	const hasResults = groups.some(({ title }) => title !== FURTHER);
	const kept = chosen?.text === text ? options.findIndex((option) => keyOf(option) === chosen.key) : -1;
	const first = isSearching && !hasResults ? -1 : 0;
	const index = kept >= 0 ? kept : Math.min(first, options.length - 1);
	const idOf = (position: number) => `${optionsId}-${position}`;
	const active = index >= 0 ? idOf(index) : null;

	const reportActive = useEffectEvent(onActive);
	useEffect(() => {
		reportActive(active);
		if (active) document.getElementById(active)?.scrollIntoView({ block: "nearest" });
	}, [active]);

	const address = `${pathname}?${useSearchParams()}`;
	const opened = useRef(address);
	const arrive = useEffectEvent(onArrive);
	useEffect(() => {
		if (opened.current !== address) arrive();
		opened.current = address;
	}, [address]);

	function choose(next: number) {
		const option = options[(next + options.length) % options.length];
		if (option) setChosen({ text, key: keyOf(option) });
	}

	useImperativeHandle(ref, () => ({
		move(key) {
			const next = { ArrowDown: index + 1, ArrowUp: Math.max(index, 0) - 1, Home: 0, End: options.length - 1 }[key];
			if (next === undefined || options.length === 0) return false;
			choose(next);
			return true;
		},
		go() {
			if (active) document.getElementById(active)?.click();
		},
	}));

	return (
		<>
			{options.length > 0 ? (
				<div
					role="listbox"
					id={optionsId}
					aria-label="Results"
					className="grid max-h-[60vh] gap-2 overflow-y-auto p-1.5"
				>
					{groups.map((group) => (
						// biome-ignore lint/a11y/useSemanticElements: a listbox has groups of its own, no fieldsets.
						<div key={group.title} role="group" aria-label={group.title}>
							<p role="presentation" className="px-2 py-1 text-xs font-medium text-muted">
								{group.title}
							</p>
							{group.options.map((option) => {
								const position = options.indexOf(option);
								return (
									<Option
										key={keyOf(option)}
										option={option}
										onArrive={onArrive}
										onPress={onPress}
										id={idOf(position)}
										aria-selected={position === index}
										onPointerMove={() => choose(position)}
									/>
								);
							})}
						</div>
					))}
				</div>
			) : null}
			<div className="grid gap-2 p-3 empty:hidden">
				{notes.map((note) => (
					<p key={note} className="text-sm text-muted">
						{note}
					</p>
				))}
				{problem ? <ProblemAlert problem={problem} /> : null}
			</div>
			<div className="flex flex-wrap justify-between gap-x-4 border-t border-line px-3.5 py-2 text-xs text-muted">
				<p role="status">
					{isSearching
						? "Searching…"
						: summary(text, hasResults ? options.length : 0, problem !== undefined || notes.length > 0)}
				</p>
				<p className="max-sm:hidden">↑ ↓ to choose, Enter to open, Esc to close</p>
			</div>
		</>
	);
}

/** @param isPartial not all could be searched; why is said above */
function summary(text: string, found: number, isPartial: boolean): string {
	const fault = searchFault(text.trim());
	if (fault) return fault;
	if (found === 0) return isPartial ? "Not all could be searched." : `Nothing found for “${text.trim()}”.`;
	return found === 1 ? "1 result" : `${found} results`;
}

type OptionProps = Pick<PaletteResultsProps, "onArrive" | "onPress"> & {
	option: JumpOption;
	id: string;
	"aria-selected": boolean;
	onPointerMove: () => void;
};

/**
 * A link, so that the guard of unsaved edits prompts and a new tab can be opened, as anywhere; or a button that presses a
 * control of the page.
 */
function Option({ option, onArrive, onPress, ...state }: OptionProps) {
	const shared = {
		...state,
		role: "option",
		tabIndex: -1,
		className:
			"flex min-h-9 w-full flex-wrap content-center items-baseline gap-x-3 rounded-md px-2 py-1.5 text-left text-sm aria-selected:bg-accent-soft",
	} as const;
	if ("press" in option) {
		const press = () => {
			onPress();
			document.querySelector<HTMLElement>(option.press)?.click();
		};
		return (
			<button type="button" onClick={press} {...shared}>
				{option.text}
			</button>
		);
	}
	const { text, detail, href, isOutside } = option;
	const words = (
		<>
			<Name text={text} />
			{detail ? <Name className="text-xs text-muted" text={detail} /> : null}
		</>
	);
	if (isOutside) {
		return (
			<a href={href} {...shared}>
				{words}
			</a>
		);
	}
	const onClick = () => {
		// A link to the current page.
		if (href === `${window.location.pathname}${window.location.search}`) onArrive();
	};
	return (
		<PageLink href={href} onClick={onClick} {...shared}>
			{words}
		</PageLink>
	);
}
