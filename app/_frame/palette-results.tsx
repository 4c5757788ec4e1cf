"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { ProblemAlert } from "@/app/_forms/problem-alert";
import { PageLink } from "@/components/layout/links";
import { Name } from "@/components/ui/name";
import { searchFault } from "@/lib/dashboard/search-text";
import type { Role } from "@/lib/dashboard/session/permissions";
import { FURTHER } from "./jump-groups";
import { type JumpGroup, keyOf, type PressedControl, type ResultsHandle } from "./jump-option";
import { useJump } from "./use-jump";

// One per page load: opening the palette again uses its cache for a while.
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });

type PaletteResultsProps = {
	text: string;
	role: Role;
	hasOutbox: boolean;
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

function Results({ text, role, hasOutbox, optionsId, onActive, onArrive, onPress, ref }: PaletteResultsProps) {
	const pathname = usePathname();
	const { groups, isSearching, problem, noUserSearch, unreadableUsers } = useJump(text, { role, hasOutbox }, pathname);
	const [chosen, setChosen] = useState<{ text: string; key: string } | null>(null);
	const options = groups.flatMap(({ options }) => options);
	const kept = chosen?.text === text ? options.findIndex((option) => keyOf(option) === chosen.key) : -1;
	const first = isSearching && isOnlyFurther(groups) ? -1 : 0;
	const index = kept >= 0 ? kept : Math.min(first, options.length - 1);
	const active = index >= 0 ? `${optionsId}-${index}` : null;

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
			<PaletteOptions
				groups={groups}
				active={active}
				optionsId={optionsId}
				onArrive={onArrive}
				onPress={onPress}
				onPoint={choose}
			/>
			<div className="grid gap-2 p-3 empty:hidden">
				{noUserSearch ? (
					<p className="text-sm text-muted">
						Users can't be searched: the tenant has not granted this console <code>read:users</code>.
					</p>
				) : null}
				{unreadableUsers > 0 ? (
					<p className="text-sm text-muted">
						{unreadableUsers === 1 ? "1 user that matches" : `${unreadableUsers} users that match`} could not be read.
					</p>
				) : null}
				{problem ? <ProblemAlert problem={problem} /> : null}
			</div>
			<div className="flex flex-wrap justify-between gap-x-4 border-t border-line px-3.5 py-2 text-xs text-muted">
				<p role="status">
					{isSearching
						? "Searching…"
						: summary(text, isOnlyFurther(groups) ? 0 : options.length, problem !== undefined || unreadableUsers > 0)}
				</p>
				<p className="max-sm:hidden">↑ ↓ to choose, Enter to open, Esc to close</p>
			</div>
		</>
	);
}

function isOnlyFurther(groups: JumpGroup[]): boolean {
	return groups.every(({ title }) => title === FURTHER);
}

/** @param isPartial not all could be searched; why is said above */
function summary(text: string, found: number, isPartial: boolean): string {
	const fault = searchFault(text.trim());
	if (fault) return fault;
	if (found === 0) return isPartial ? "Not all could be searched." : `Nothing found for “${text.trim()}”.`;
	return found === 1 ? "1 result" : `${found} results`;
}

type PaletteOptionsProps = {
	groups: JumpGroup[];
	/** The id of the active option's element. */
	active: string | null;
	optionsId: string;
	onPoint: (index: number) => void;
	/** The option links to the current page. */
	onArrive: () => void;
	onPress: () => void;
};

/** Controls in the frame of every page, folded or not. */
const CONTROLS: Record<PressedControl, string> = {
	"theme-light": "button[name=theme][value=light]",
	"theme-dark": "button[name=theme][value=dark]",
	"theme-system": "button[name=theme][value=system]",
	"keyboard-help": "header a[data-keyboard-help]",
	"sign-out": "header form[action='/sign-out'] button",
};

/**
 * The listbox. Its options are links, so that the guard of unsaved edits prompts and a new tab can be opened, as anywhere;
 * or they press a control of the page.
 */
function PaletteOptions({ groups, active, optionsId, onPoint, onArrive, onPress }: PaletteOptionsProps) {
	if (groups.length === 0) return null;
	let count = 0;
	return (
		<div role="listbox" id={optionsId} aria-label="Results" className="grid max-h-[60vh] gap-2 overflow-y-auto p-1.5">
			{groups.map(({ title, options }) => (
				// biome-ignore lint/a11y/useSemanticElements: a listbox has groups of its own, no fieldsets.
				<div key={title} role="group" aria-label={title}>
					<p role="presentation" className="px-2 py-1 text-xs font-medium text-muted">
						{title}
					</p>
					{options.map((option) => {
						const { text, detail } = option;
						const index = count;
						count += 1;
						const shared = {
							role: "option",
							id: `${optionsId}-${index}`,
							"aria-selected": active === `${optionsId}-${index}`,
							tabIndex: -1,
							onPointerMove: () => onPoint(index),
							className:
								"flex min-h-9 w-full flex-wrap content-center items-baseline gap-x-3 rounded-md px-2 py-1.5 text-left text-sm aria-selected:bg-accent-soft",
						} as const;
						if ("press" in option) {
							const press = () => {
								onPress();
								document.querySelector<HTMLElement>(CONTROLS[option.press])?.click();
							};
							return (
								<button key={option.press} type="button" onClick={press} {...shared}>
									{text}
								</button>
							);
						}
						const { href, isOutside } = option;
						const words = (
							<>
								<Name text={text} />
								{detail ? <Name className="text-xs text-muted" text={detail} /> : null}
							</>
						);
						if (isOutside) {
							return (
								<a key={href} href={href} {...shared}>
									{words}
								</a>
							);
						}
						const onClick = () => {
							if (href === `${window.location.pathname}${window.location.search}`) onArrive();
						};
						return (
							<PageLink key={href} href={href} onClick={onClick} {...shared}>
								{words}
							</PageLink>
						);
					})}
				</div>
			))}
		</div>
	);
}
