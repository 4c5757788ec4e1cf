import { useEffect, useState } from "react";

/** Counts the seconds of a wait down for the eye; that there is a wait, and how long, is announced beside it. */
export function WaitCountdown({ wait }: { wait: { seconds: number } }) {
	const [left, setLeft] = useState(wait.seconds);
	useEffect(() => {
		const end = performance.now() + wait.seconds * 1000;
		const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
		tick();
		const timer = setInterval(tick, 250);
		return () => clearInterval(timer);
	}, [wait]);
	return (
		<span aria-hidden="true" className="tabular-nums">
			{left} s left
		</span>
	);
}
