"use client";

import { type KeyboardEvent, useRef, useState } from "react";
import { useLazyPart } from "@/app/_page/lazy";
import { SearchField } from "@/app/_tables/search-field";
import { useWindowEvent } from "@/components/ui/use-window-event";
import { searchFault } from "@/lib/dashboard/search-text";
import { SEARCH_PATH } from "./jump";

/** So many characters begin the suggestions: fewer are a search by its button alone. */
const SUGGESTED_FROM = 2;
const loadSuggestions = () => import("./suggestions");

/**
 * The search for a user, a token, a session, a template or an application: a native form, and what the text finds as it is
 * typed, as links below it.
 */
export function FindAnything({ text = "" }: { text?: string }) {
	const around = useRef<HTMLDivElement>(null);
	const lazy = useLazyPart(loadSuggestions);
	const [typed, setTyped] = useState("");
	const fault = searchFault(typed || text);
	const Suggestions = lazy.part?.Suggestions;
	const isOpen = typed.length >= SUGGESTED_FROM && !fault && Suggestions;

	useWindowEvent("pointerdown", ({ target }) => {
		if (!around.current?.contains(target as Node)) setTyped("");
	});

	/** The field and the links are one column. */
	function onKeyDown(event: KeyboardEvent) {
		if (event.key === "Escape" && isOpen) {
			event.preventDefault();
			around.current?.querySelector("input")?.focus();
			return setTyped("");
		}
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (!isOpen || !step || event.nativeEvent.isComposing) return;
		const stops = [...(around.current?.querySelectorAll<HTMLElement>("input[type=search], a") ?? [])];
		const at = stops.indexOf(document.activeElement as HTMLElement) + step;
		event.preventDefault();
		stops[at % stops.length]?.focus();
	}

	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: keys of the field and the links in it.
		<div
			ref={around}
			className="relative max-w-2xl"
			onKeyDown={onKeyDown}
			onBlur={({ relatedTarget }) => {
				if (relatedTarget && !around.current?.contains(relatedTarget)) setTyped("");
			}}
		>
			<SearchField
				id="search"
				path={SEARCH_PATH}
				label="User or refresh token"
				help="Or a session, a template or an application: any word of a name or an e-mail address, or an ID."
				fault={fault}
				defaultValue={text}
				onFocus={() => void lazy.request()}
				onInput={(event) => {
					setTyped(event.currentTarget.value.trim());
					void lazy.request();
				}}
				onSearch={(event) => {
					if (fault) event.preventDefault();
				}}
			/>
			{isOpen ? (
				<div className="floating grid w-full gap-2 p-2">
					<Suggestions text={typed} path={SEARCH_PATH} />
				</div>
			) : null}
		</div>
	);
}
