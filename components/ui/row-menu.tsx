"use client";

import { type ReactNode, useId, useRef, useState } from "react";
import { nameInWords } from "./invisible-characters";
import { useCopy } from "./use-copy";

/** The actions of the row `name`: a button with a menu as a popover. Not rendered without scripts. */
export function RowMenu({ name, children }: { name: string; children: ReactNode }) {
	const id = useId();
	const [isOpen, setOpen] = useState(false);
	// A link shows that its page is loading: it stays.
	const isLeft = useRef(false);
	const label = `Actions for ${nameInWords(name)}`;
	return (
		<td className="menu">
			<button type="button" aria-label={label} popoverTarget={id} className="row-menu-button script-only">
				<span aria-hidden="true">⋯</span>
			</button>
			{/* biome-ignore lint/a11y/useKeyWithClickEvents: closes after a link in it was followed, by a key as well. */}
			<ul
				id={id}
				popover="auto"
				aria-label={label}
				className="row-menu"
				onBeforeToggle={({ newState }) => {
					setOpen(newState === "open" || isLeft.current);
					isLeft.current = false;
				}}
				onClick={({ currentTarget, target }) => {
					isLeft.current = target instanceof Element && target.closest("a") !== null;
					if (isLeft.current) currentTarget.hidePopover();
				}}
			>
				{/* There may be hundreds of rows, and one menu is open at a time. */}
				{isOpen ? children : null}
			</ul>
		</td>
	);
}

const words = { copied: "Copied", failed: "Could not copy" };

/** An entry of a menu that copies a text and reports the result. */
export function CopyEntry({ text, children }: { text: string; children: string }) {
	const { outcome, copy } = useCopy(text);
	return (
		<li>
			<button type="button" onClick={() => void copy()}>
				{children}
			</button>
			<span role="status">{outcome && words[outcome]}</span>
		</li>
	);
}
