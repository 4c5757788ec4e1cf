"use client";

import { useEffect, useState } from "react";
import type { Problem } from "@/lib/dashboard/problem/problem";

const TICK_MS = 250;

/** Seconds until the service accepts requests again after this problem, counted down from when it was received; 0: now. */
export function useWait(problem: Problem | undefined): number {
	return useCountdown(problem, problem?.retryAfterSeconds ?? 0);
}

/** Seconds that are left of a wait. @param of what it is for: another object begins another wait */
export function useCountdown(of: object | undefined, seconds: number): number {
	const [counted, setCounted] = useState({ of, left: seconds });
	useEffect(() => {
		if (seconds === 0) return;
		const end = performance.now() + seconds * 1000;
		const timer = setInterval(() => {
			const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
			setCounted((before) => (before.of === of && before.left === left ? before : { of, left }));
			if (left === 0) clearInterval(timer);
		}, TICK_MS);
		return () => clearInterval(timer);
	}, [of, seconds]);
	return counted.of === of ? counted.left : seconds;
}

/**
 * The attributes of a button that does nothing while its action is pending and until the service accepts requests again:
 * it keeps the focus, and shows the seconds.
 */
export function busyButton({ isPending, wait }: { isPending: boolean; wait: number }) {
	return { "aria-disabled": isPending || wait > 0, "data-wait": wait > 0 ? `${wait} s` : undefined };
}

/** Counts down until the service accepts requests again; see `busyButton`. Without scripts it is a sentence. */
export function RetryCountdown({ of }: { of: Problem }) {
	const left = useWait(of);
	return <p>{left > 0 ? <span aria-hidden="true">You can try again in {left} s.</span> : "You can try again now."}</p>;
}
