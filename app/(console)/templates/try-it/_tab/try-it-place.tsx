import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { useLazyPart } from "@/app/_forms/lazy-part";
import { LazyPlace } from "@/app/_forms/lazy-place";
import type { Press } from "../_run/try-it-fields";

const loadClient = () => import("./try-it-client");

type TryItPlaceProps = {
	pressed: Press | null;
	/** Its controls, and the result of the submitted ones, server-rendered. */
	children: ReactNode;
};

/** The tab “Try it”. Its client part is loaded when the tab is first visible. */
export function TryItPlace({ pressed, children }: TryItPlaceProps) {
	const lazy = useLazyPart(loadClient);
	const place = useRef<HTMLDivElement>(null);
	const onSight = useEffectEvent(() => void lazy.request());
	useEffect(() => {
		// A busy page gets several entries at once: hidden, then visible.
		const sight = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && onSight());
		if (place.current) sight.observe(place.current);
		return () => sight.disconnect();
	}, []);
	return (
		<div ref={place} className="try-it">
			{children}
			<LazyPlace lazy={lazy} what="“Try it”">
				{({ TryItClient }) => <TryItClient pressed={pressed} />}
			</LazyPlace>
		</div>
	);
}
