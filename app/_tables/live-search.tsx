"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState, useTransition } from "react";
import { searchFault, searchParameter } from "@/lib/dashboard/search-text";
import { SearchField } from "./search-field";

const TYPING_PAUSE_MS = 250;

type LiveSearchProps = {
	/** Of the page, which searches without scripts as well, by `?q=`. */
	path: string;
	label: string;
	help: string;
	/** What the page was rendered for. */
	text: string;
	/** What was found, in a sentence: announced once something was typed. */
	summary?: string | null;
	/** So many characters begin a search as they are typed; fewer only by its button, for the tenant's rate limit. */
	liveFrom?: number;
	children: ReactNode;
};

/**
 * The search of a page, a native form. Once hydrated, the page is rendered anew after a pause in typing, and at once for what
 * was typed before.
 */
export function LiveSearch({ path, label, help, text, summary, liveFrom = 1, children }: LiveSearchProps) {
	const id = useId();
	const router = useRouter();
	const [isSearching, startSearch] = useTransition();
	const [first] = useState(text);
	const [fault, setFault] = useState(searchFault(text));
	const input = useRef<HTMLInputElement>(null);
	const searched = useRef(text);
	const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

	/** The text in the input; null where it is not searched for. */
	function checked(): string | null {
		const typed = input.current?.value.trim() ?? text;
		const found = searchFault(typed);
		setFault(found);
		return found === null ? typed : null;
	}

	function search() {
		const typed = checked();
		if (typed === null || typed === searched.current) return;
		searched.current = typed;
		if (text === "" && !isSearching && typed.length < liveFrom) return;
		startSearch(() => router.replace(typed ? `${path}?q=${searchParameter(typed)}` : path, { scroll: false }));
	}

	const searchEarlyInput = useEffectEvent(search);
	useEffect(() => {
		searchEarlyInput();
		return () => clearTimeout(typing.current);
	}, []);

	// A link to another search, or to none: what is being typed is never overwritten.
	useEffect(() => {
		if (!input.current || text === searched.current || document.activeElement === input.current) return;
		input.current.value = text;
		searched.current = text;
		setFault(searchFault(text));
	}, [text]);

	return (
		<div className="grid gap-5">
			<SearchField
				ref={input}
				id={id}
				path={path}
				label={label}
				help={help}
				fault={fault}
				defaultValue={text}
				onInput={() => {
					clearTimeout(typing.current);
					typing.current = setTimeout(search, TYPING_PAUSE_MS);
				}}
				onSearch={(event) => checked() ?? event.preventDefault()}
			/>
			{summary === undefined ? null : (
				<p role="status" className="sr-only">
					{isSearching ? "Searching…" : text === first ? null : summary}
				</p>
			)}
			<div
				aria-busy={isSearching}
				data-pending={isSearching ? "search" : undefined}
				className="grid gap-4 aria-busy:opacity-60"
			>
				{children}
			</div>
		</div>
	);
}
