import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useLazyPart } from "@/app/_forms/lazy-part";
import { LazyPlace } from "@/app/_forms/lazy-place";
import type { Press } from "../_run/try-it-fields";

const loadClient = () => import("./try-it-client");

/**
 * The tab “Try it”. Its client part is loaded when the tab is first visible.
 * @param children its controls, and the result of the submitted ones, server-rendered
 */
export function TryItPlace({ children }: { children: ReactNode }) {
	const lazy = useLazyPart(loadClient);
	const place = useRef<HTMLDivElement>(null);
	const [pressed, setPressed] = useState<Press | null>(null);
	const onSight = useEffectEvent(() => void lazy.request());
	useEffect(() => {
		const { current } = place;
		if (!current) return;
		// A busy page gets several entries at once: hidden, then visible.
		const sight = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && onSight());
		sight.observe(current);
		const onClick = (event: MouseEvent) => {
			const button = event.target instanceof Element ? event.target.closest("button[name=intent]") : null;
			if (!button) return;
			event.preventDefault();
			setPressed({ intent: button.getAttribute("value") ?? "" });
		};
		current.addEventListener("click", onClick);
		return () => {
			sight.disconnect();
			current.removeEventListener("click", onClick);
		};
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
