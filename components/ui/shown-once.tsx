"use client";

import { type ReactNode, useEffect, useState } from "react";

const shown = new Set<string>();

/** Leaves out what this tab has shown before: a page that Back brings is the page as it once was. */
export function ShownOnce({ id, children }: { id: string; children: ReactNode }) {
	const [isOver, setIsOver] = useState(() => shown.has(id));
	useEffect(() => {
		shown.add(id);
		const onShow = ({ persisted }: PageTransitionEvent) => persisted && setIsOver(true);
		addEventListener("pageshow", onShow);
		return () => removeEventListener("pageshow", onShow);
	}, [id]);
	return isOver ? null : children;
}
