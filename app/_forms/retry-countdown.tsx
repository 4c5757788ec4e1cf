"use client";

import type { Problem } from "@/lib/dashboard/problem/problem";
import { useWait } from "./use-wait";

/** Counts down until the service accepts requests again; see `useWait` for the buttons. Without scripts it is a sentence. */
export function RetryCountdown({ of }: { of: Problem }) {
	const left = useWait(of);
	return <p>{left > 0 ? <span aria-hidden="true">You can try again in {left} s.</span> : "You can try again now."}</p>;
}
