"use client";

import { useEffect, useEffectEvent, useRef } from "react";

/** Calls back once for every new result of an action, or other new value. */
export function useResult<Result>(result: Result, callback: (result: Result) => void): void {
	const seen = useRef(result);
	const onResult = useEffectEvent(callback);
	useEffect(() => {
		if (seen.current === result) return;
		seen.current = result;
		onResult(result);
	}, [result]);
}
