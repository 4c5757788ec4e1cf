import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** Renders into another element of the page, beside its server-rendered content. */
export function InPlace({ id, children }: { id: string; children: ReactNode }) {
	const place = document.getElementById(id);
	return place && createPortal(children, place);
}
