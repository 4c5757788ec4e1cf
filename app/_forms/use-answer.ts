"use client";

import { useEffect, useEffectEvent, useRef } from "react";

/** Calls back once for every answer of an action that comes while the page is open. */
export function useAnswer<Answer>(answer: Answer, callback: (answer: Answer) => void): void {
	const seen = useRef(answer);
	const onAnswer = useEffectEvent(callback);
	useEffect(() => {
		if (seen.current === answer) return;
		seen.current = answer;
		onAnswer(answer);
	}, [answer]);
}
