"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useEffectEvent, useRef } from "react";
import { ProblemAlert } from "@/app/_page/problem-alert";
import { Print, printInWords } from "@/app/_print/print";
import { PageLink } from "@/components/layout/links";
import { Name } from "@/components/ui/name";
import { searchFault } from "@/lib/dashboard/search-text";
import { type JumpOption, type JumpRights, OPTIONS_ID } from "./jump";
import { FURTHER } from "./jump-groups";
import { useJump } from "./use-jump";

type PaletteResultsProps = {
	text: string;
	rights: JumpRights;
	/** The id of the option that was moved to; null: the first one is active. */
	chosen: string | null;
	onChoose: (id: string) => void;
	/** The id of the active option's element; null where there is none. */
	onActive: (id: string | null) => void;
	/** The chosen page is shown. */
	onArrive: () => void;
	/** A control of the page is about to be pressed: the palette has to close. */
	onPress: () => void;
};

/** Stays the same while results come. @param title of its group: two of them may have the same place */
function idOf(title: string, option: JumpOption): string {
	return `option-${title}-${"href" in option ? option.href : option.press}`.replaceAll(" ", "-");
}

/** The palette's results, as a listbox that its input controls. */
export function PaletteResults(props: PaletteResultsProps) {
	const { text, rights, chosen, onChoose, onActive, onArrive, onPress } = props;
	const pathname = usePathname();
	const { groups, isSearching, problem, notes = [] } = useJump(text, rights, pathname);
	const ids = groups.flatMap(({ title, options }) => options.map((option) => idOf(title, option)));
	const hasResults = groups.some(({ title }) => title !== FURTHER);
	const first = isSearching && !hasResults ? undefined : ids[0];
	const active = ids.find((id) => id === chosen) ?? first ?? null;

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

	return (
		<>
			{ids.length > 0 ? (
				<div
					role="listbox"
					id={OPTIONS_ID}
					aria-label="Results"
					className="grid max-h-[60vh] gap-2 overflow-y-auto p-1.5"
				>
					{groups.map((group) => (
						// biome-ignore lint/a11y/useSemanticElements: a listbox has groups of its own, no fieldsets.
						<div key={group.title} role="group" aria-label={group.title}>
							<p role="presentation" className="px-2 py-1 text-xs font-medium text-muted">
								{group.title}
							</p>
							{group.options.map((option) => (
								<Option
									key={idOf(group.title, option)}
									option={option}
									onArrive={onArrive}
									onPress={onPress}
									id={idOf(group.title, option)}
									aria-selected={idOf(group.title, option) === active}
									onPointerMove={() => onChoose(idOf(group.title, option))}
								/>
							))}
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
						: summary(text, hasResults ? ids.length : 0, problem !== null || notes.length > 0)}
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
	if (found === 0) return isPartial ? "Not everything could be searched." : `Nothing found for “${text.trim()}”.`;
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
	const { text, detail, print, href } = option;
	const onClick = () => {
		// A link to the current page.
		if (href === `${window.location.pathname}${window.location.search}`) onArrive();
	};
	return (
		<PageLink href={href} onClick={onClick} {...shared} aria-description={print ? printInWords(print) : undefined}>
			<Name text={text} />
			{detail ? <Name className="text-xs text-muted" text={detail} /> : null}
			{print ? (
				<span aria-hidden="true" className="-my-1 ml-auto self-center">
					<Print of={print} />
				</span>
			) : null}
		</PageLink>
	);
}
