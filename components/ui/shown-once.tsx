"use client";

import { type ReactNode, useEffect, useState } from "react";
import { useWindowEvent } from "./use-window-event";

const shown = new Set<string>();

/** Hides what this tab has shown before: after Back a page is restored as it was rendered. */
export function ShownOnce({ id, children }: { id: string; children: ReactNode }) {
	const [isOver, setIsOver] = useState(() => shown.has(id));
	useEffect(() => {
		shown.add(id);
	}, [id]);
	useWindowEvent("pageshow", ({ persisted }) => persisted && setIsOver(true));
	return isOver ? null : children;
}
