import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** Draws into another element of the page, beside what the server drew there. */
export function InPlace({ id, children }: { id: string; children: ReactNode }) {
	const place = document.getElementById(id);
	return place && createPortal(children, place);
}
