import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { LazyNote, type LazyPart, loadPart, useLazyPart } from "@/app/_page/lazy";
import { Icon } from "@/components/ui/icon";
import { ModalDialog } from "@/components/ui/modal-dialog";
import { useWindowEvent } from "@/components/ui/use-window-event";
import { type JumpRights, OPTIONS_ID } from "./jump";

type PaletteProps = {
	rights: JumpRights;
	/** The keys that open it, as written on this platform. */
	shortcut: string;
};

const loadResults = () => import("./palette-results");

/** Finds every page by a few letters or a pasted identifier. Its list is loaded when it is first opened, hovered or focused. */
export function Palette({ rights, shortcut }: PaletteProps) {
	const dialog = useRef<HTMLDialogElement>(null);
	const lazy = useLazyPart(loadResults);
	/** Incremented at each opening; 0 while it is closed. As the key it remounts a dialog reopened in the same task. */
	const [opening, setOpening] = useState(0);

	function open() {
		setOpening((count) => count + 1);
		void lazy.request();
	}

	useWindowEvent("keydown", (event) => {
		const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
		if (!isShortcut || event.key.toLowerCase() !== "k") return;
		event.preventDefault();
		if (dialog.current?.open) dialog.current.close();
		else open();
	});

	return (
		<>
			{/* It needs scripts. */}
			<div className="ml-auto">
				<button
					type="button"
					aria-keyshortcuts="Control+K Meta+K"
					onClick={open}
					onPointerEnter={() => void loadPart(loadResults)}
					onFocus={() => void loadPart(loadResults)}
					className="search-button script-only"
				>
					<Icon name="search" />
					<span className="max-md:sr-only">Search or jump to…</span>
					<span aria-hidden="true" className="keys">
						{shortcut}
					</span>
				</button>
			</div>
			{opening > 0 ? (
				<ModalDialog
					key={opening}
					ref={dialog}
					label="Search or jump to"
					onClose={() => setOpening(0)}
					className="mx-auto mb-auto mt-[8vh] max-w-xl overflow-hidden"
				>
					<PaletteContent rights={rights} lazy={lazy} close={() => dialog.current?.close()} />
				</ModalDialog>
			) : null}
		</>
	);
}

type PaletteContentProps = {
	rights: JumpRights;
	lazy: LazyPart<Awaited<ReturnType<typeof loadResults>>>;
	close: () => void;
};

/** The option that the page shows as active: what the list reports comes a moment later. */
function selected(): HTMLElement | null {
	return document.querySelector(`#${OPTIONS_ID} [aria-selected=true]`);
}

/** The input, which accepts text while the list is loading, and the list. */
function PaletteContent({ rights, lazy, close }: PaletteContentProps) {
	const box = useRef<HTMLInputElement>(null);
	const [text, setText] = useState("");
	/** Ids of options: the one that was moved to, and the active one, which the list reports. */
	const [chosen, setChosen] = useState<string | null>(null);
	const [active, setActive] = useState<string | null>(null);

	function onInputKey(event: KeyboardEvent) {
		const ids = Array.from(document.querySelectorAll(`#${OPTIONS_ID} [role=option]`), ({ id }) => id);
		const at = ids.indexOf(selected()?.id ?? "");
		const next = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[event.key];
		if (event.nativeEvent.isComposing || next === undefined || ids.length === 0) return;
		event.preventDefault();
		setChosen(ids.at(next % ids.length) ?? null);
	}

	function onSubmit(event: FormEvent) {
		event.preventDefault();
		if (text.trim() !== "") selected()?.click();
	}

	function onArrive() {
		close();
		document.querySelector("h1")?.focus({ preventScroll: true });
	}

	const Results = lazy.part?.PaletteResults;
	return (
		<>
			<form
				onSubmit={onSubmit}
				className="flex items-center gap-2 border-b-2 border-line px-3 py-2 focus-within:border-accent"
			>
				<Icon name="search" />
				<input
					ref={box}
					type="text"
					role="combobox"
					aria-label="Page, template, application, user or token"
					aria-autocomplete="list"
					aria-expanded={active !== null}
					aria-controls={OPTIONS_ID}
					aria-activedescendant={active ?? undefined}
					placeholder="Paste any ID, e-mail address or name"
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
					value={text}
					onChange={(event) => {
						setText(event.currentTarget.value);
						setChosen(null);
					}}
					onKeyDown={onInputKey}
					className="min-h-8 flex-1 bg-transparent px-1 outline-none"
				/>
				<button
					type="button"
					onClick={close}
					className="min-h-8 rounded-md px-2 text-sm text-muted hover:bg-sunken hover:text-ink"
				>
					Close
				</button>
			</form>
			{Results ? (
				<Results
					text={text}
					chosen={chosen}
					onChoose={setChosen}
					onActive={setActive}
					rights={rights}
					onArrive={onArrive}
					onPress={close}
				/>
			) : (
				<div className="px-4 py-3">
					<LazyNote lazy={lazy} what="The search" focusOn={box} />
				</div>
			)}
		</>
	);
}
