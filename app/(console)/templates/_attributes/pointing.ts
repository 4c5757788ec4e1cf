import "./pointing.css";
import { printedNames } from "@/lib/dashboard/templates/request-print";
import { boxId } from "../_edit/template-editor";

/** What is about attributes: their rows, links to their boxes, what is `data-of` them, and the cells of a pointable print. */
const BOX = `#${boxId("")}`;
const ABOUT = `.rows > div, [href^="${BOX}"], [data-of], .pointable i`;

/** The names of the attributes that an element is about, with spaces between them; empty: of none. */
function namesAt(target: EventTarget | null): string {
	const found = target instanceof Element && target.isConnected ? target.closest<HTMLElement>(ABOUT) : null;
	if (!found) return "";
	if (found instanceof HTMLAnchorElement) return decodeURIComponent(found.hash.slice(BOX.length));
	const place = [...(found.parentElement?.children ?? [])].indexOf(found);
	return found.dataset.of ?? found.querySelector("input")?.value ?? printedNames[place] ?? "";
}

let pointed: EventTarget | null = null;

/**
 * Lights up, by the rules of `pointing.css`, all that is about the attributes at the last of the pointer and the focus to move.
 * @param event a move of either
 */
export function lightUp(event: Event): void {
	const { dataset } = document.documentElement;
	if (event.type === "pointerover") pointed = event.target;
	const focused = document.querySelector(":focus-visible");
	if (event.type === "focusin" && focused) pointed = null;
	const names = namesAt(pointed) || namesAt(focused);
	if (dataset.lit !== names) dataset.lit = names;
}
