import { useEffect } from "react";
import { printedNames } from "@/lib/dashboard/templates/request-print";
import { boxId } from "../_edit/template-editor";

/** What is about attributes: their rows, links to their boxes, what is `data-of` them, and the cells of a pointable print. */
const BOX = `#${boxId("")}`;
const ABOUT = `.rows > div, [href^="${BOX}"], [data-of], .pointable i`;

/** The names of the attributes that an element is about, with spaces between them; empty: of none. */
function namesAt(target: EventTarget | null): string {
	const found = target instanceof Element ? target.closest<HTMLElement>(ABOUT) : null;
	if (!found) return "";
	if (found instanceof HTMLAnchorElement) return decodeURIComponent(found.hash.slice(BOX.length));
	const place = [...(found.parentElement?.children ?? [])].indexOf(found);
	return found.dataset.of ?? found.querySelector("input")?.value ?? printedNames[place] ?? "";
}

/** Lights up, by the rules of `pointing.css`, all that is about the attributes under the pointer, or else at the focus. */
export function usePointedAttributes(): void {
	useEffect(() => {
		const { dataset } = document.documentElement;
		let pointed: EventTarget | null = null;
		const show = (event: Event) => {
			if (event.type === "pointerover") pointed = event.target;
			const names = namesAt(pointed) || namesAt(document.querySelector(":focus-visible"));
			if (dataset.lit !== names) dataset.lit = names;
		};
		const listening = new AbortController();
		for (const type of ["pointerover", "focusin", "focusout"]) document.addEventListener(type, show, listening);
		return () => {
			listening.abort();
			delete dataset.lit;
		};
	}, []);
}
