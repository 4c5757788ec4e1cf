"use client";

import { useEffect, useEffectEvent, useRef } from "react";

/** Calls back once for every answer of an action that comes while the page is open. */
export function useResult<Answer>(answer: Answer, callback: (answer: Answer) => void): void {
	const seen = useRef(answer);
	const onResult = useEffectEvent(callback);
	useEffect(() => {
		if (seen.current === answer) return;
		seen.current = answer;
		onResult(answer);
	}, [answer]);
}

/**
 * Lets one submit through at a time, from the click over the check of the values to the answer: a second click in
 * between does nothing.
 * @param isPending whether the action is under way
 */
export function useOneAtATime(isPending: boolean) {
	const isBusy = useRef(false);
	useEffect(() => {
		if (!isPending) isBusy.current = false;
	}, [isPending]);
	return {
		/** True for the one that may go on. */
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
