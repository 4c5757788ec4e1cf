"use client";

import { useEffect, useRef, useState } from "react";

/**
 * Counts down until the service accepts requests again. The submit buttons of the form around it are disabled that long,
 * showing the seconds; one in or with `data-stays` sends nothing and stays enabled. Without scripts it is a sentence.
 */
export function RetryCountdown({ seconds }: { seconds: number }) {
	const [left, setLeft] = useState(seconds);
	const ref = useRef<HTMLParagraphElement>(null);

	useEffect(() => {
		const end = performance.now() + seconds * 1000;
		const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
		tick();
		const timer = setInterval(tick, 250);
		return () => clearInterval(timer);
	}, [seconds]);

	useEffect(() => {
		const place = ref.current?.closest("dialog, form");
		const buttons = Array.from(
			place?.querySelectorAll<HTMLButtonElement>("button[type=submit]:not(.sr-only, [data-stays], [data-stays] *)") ??
				[],
		);
		for (const button of buttons) {
			button.disabled = left > 0;
			if (left > 0) button.dataset.wait = `${left} s`;
			else delete button.dataset.wait;
		}
		return () => {
			for (const button of buttons) {
				button.disabled = false;
				delete button.dataset.wait;
			}
		};
	}, [left]);

	return (
		<p ref={ref}>
			{left > 0 ? <span aria-hidden="true">You can try again in {left} s.</span> : "You can try again now."}
		</p>
	);
}
