"use client";

import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";

/** Calls back once for every new result of an action. */
export function useResult<Result>(result: Result, callback: (result: Result) => void): void {
	const seen = useRef(result);
	const onResult = useEffectEvent(callback);
	useEffect(() => {
		if (seen.current === result) return;
		seen.current = result;
		onResult(result);
	}, [result]);
}

/**
 * Allows one submit at a time, from the click over the check of the values to the result: a second click in between does
 * nothing.
 * @param isPending whether the action is pending
 */
export function useOneAtATime(isPending: boolean) {
	const isBusy = useRef(false);
	// In the same commit as the result: a press right after it counts.
	useLayoutEffect(() => {
		if (!isPending) isBusy.current = false;
	}, [isPending]);
	return {
		/** True for the submit that may continue. */
		begin(): boolean {
			if (isBusy.current) return false;
			isBusy.current = true;
			return true;
		},
		/** Nothing was sent after all. */
		giveUp(): void {
			isBusy.current = false;
		},
	};
}
