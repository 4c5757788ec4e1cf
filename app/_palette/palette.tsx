"use client";
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";

import { loadPart, useLatePart } from "@/app/_forms/late-part";
import type { ResultsHandle } from "./jump-option";

const OPTIONS_ID = "palette-options";

type PaletteProps = {
	canWrite: boolean;
	/** Whether the tenant has an outbox that opens to this person. */
	hasOutbox: boolean;
	/** How the keys that open it are written on this machine. */
	shortcut: string;
	/** Drawn by the server: the set of icons is not sent. */
	icon: ReactNode;
};

const loadResults = () => import("./palette-results");

/**
 * Leads to every place by a few letters or a pasted identifier. What it lists is loaded when it is first opened, or
 * near to that.
 */
export function Palette({ canWrite, hasOutbox, shortcut, icon }: PaletteProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const box = useRef<HTMLInputElement>(null);
	const results = useRef<ResultsHandle>(null);
	const late = useLatePart(loadResults);
	const [isOpen, setIsOpen] = useState(false);
	const [text, setText] = useState("");
	const [active, setActive] = useState<string | null>(null);

	function open() {
		setIsOpen(true);
		setText("");
		void late.request();
		dialog.current?.showModal();
	}

	const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
		const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
		if (!isShortcut || event.key.toLowerCase() !== "k") return;
		event.preventDefault();
		if (dialog.current?.open) dialog.current.close();
		else open();
	});
	useEffect(() => {
		const listener = (event: globalThis.KeyboardEvent) => onKey(event);
		window.addEventListener("keydown", listener);
		return () => window.removeEventListener("keydown", listener);
	}, []);

	function onClose() {
		// The event follows in a task of its own: by then it may be open again.
		if (dialog.current?.open) return;
		setIsOpen(false);
		setText("");
		setActive(null);
	}

	function onInputKey(event: KeyboardEvent) {
		if (!event.nativeEvent.isComposing && results.current?.move(event.key)) event.preventDefault();
	}

	function onSubmit(event: FormEvent) {
		event.preventDefault();
		if (text.trim() !== "") results.current?.go();
	}

	function retry() {
		// This button goes with the next attempt.
		box.current?.focus();
		void late.request();
	}

	function onArrive() {
		dialog.current?.close();
		document.querySelector("h1")?.focus({ preventScroll: true });
	}

	const Results = late.part?.PaletteResults;
	return (
		<>
			<PaletteButton shortcut={shortcut} icon={icon} onOpen={open} onNear={() => void loadPart(loadResults)} />
			<dialog
				ref={dialog}
				closedby="any"
				aria-label="Search or jump to"
				onClose={onClose}
				className="mx-auto mb-auto mt-[8vh] w-[calc(100%-1.5rem)] max-w-xl overflow-hidden rounded-lg border border-line bg-surface p-0 text-ink shadow-lg"
			>
				<form
					onSubmit={onSubmit}
					className="flex items-center gap-2 border-b-2 border-line px-3 py-2 focus-within:border-accent"
				>
					{icon}
					<input
						ref={box}
						type="text"
						role="combobox"
						aria-label="Page, template, application, user or token"
						aria-autocomplete="list"
						aria-expanded={active !== null}
						aria-controls={OPTIONS_ID}
						aria-activedescendant={active ?? undefined}
						placeholder="Paste any id, e-mail address or name"
						autoComplete="off"
						autoCapitalize="off"
						spellCheck={false}
						maxLength={300}
						value={text}
						onChange={(event) => setText(event.currentTarget.value)}
						onKeyDown={onInputKey}
						className="min-h-8 flex-1 bg-transparent px-1 outline-none"
					/>
					<button
						type="button"
						onClick={() => dialog.current?.close()}
						className="min-h-8 rounded-md px-2 text-sm text-muted hover:bg-sunken hover:text-ink"
					>
						Close
					</button>
				</form>
				{isOpen && Results ? (
					<Results
						ref={results}
						optionsId={OPTIONS_ID}
						onActive={setActive}
						text={text}
						canWrite={canWrite}
						hasOutbox={hasOutbox}
						onArrive={onArrive}
						onPress={() => dialog.current?.close()}
					/>
				) : null}
				{isOpen && !Results ? (
					<p role="status" className="px-4 py-3 text-sm text-muted">
						{late.isLoading ? "Loading…" : "The search could not be loaded."}
					</p>
				) : null}
				{isOpen && late.isMissing && !late.isLoading ? (
					<button type="button" onClick={retry} className="mx-4 mb-3 min-h-8 text-sm text-accent underline">
						Try again
					</button>
				) : null}
			</dialog>
		</>
	);
}

type PaletteButtonProps = {
	shortcut: string;
	icon: ReactNode;
	onOpen: () => void;
	/** It is pointed at or has the focus. */
	onNear: () => void;
};

/** Opens the palette, which needs scripts. */
function PaletteButton({ shortcut, icon, onOpen, onNear }: PaletteButtonProps) {
	return (
		<div className="ml-auto">
			<button
				type="button"
				aria-keyshortcuts="Control+K Meta+K"
				onClick={onOpen}
				onPointerEnter={onNear}
				onFocus={onNear}
				className="script-only flex min-h-8 items-center gap-2 rounded-md px-2 text-sm text-muted hover:bg-sunken hover:text-ink md:min-w-64 md:border md:border-control/60 md:bg-surface"
			>
				{icon}
				<span className="max-md:sr-only">Search or jump to…</span>
				<span aria-hidden="true" className="ml-auto hidden pl-3 text-xs md:inline">
					{shortcut}
				</span>
			</button>
		</div>
	);
}
