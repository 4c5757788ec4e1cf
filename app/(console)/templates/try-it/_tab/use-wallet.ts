"use client";

import { useEffect, useRef, useState } from "react";
import {
	type ReadyRequest,
	requestFromWallet,
	type WalletOutcome,
	type WalletRequestInput,
	type WalletStage,
} from "./request-from-wallet";
import { walletFailure } from "./wallet-failure";
import { walletObstacle } from "./wallet-obstacle";

const LEAST_MS = 2 * 60_000;

/** The pending stage, or the outcome. */
type WalletState = {
	stage: WalletStage | null;
	outcome: WalletOutcome | null;
	/** The requested names. */
	names: readonly string[];
};

/** One request to a wallet at a time, from the press to the result. Leaving the page cancels it. */
export function useWallet() {
	const [state, setState] = useState<WalletState>({ stage: null, outcome: null, names: [] });
	const controller = useRef<AbortController | null>(null);
	/** Begun with the same input by a press whose user activation had expired when the console responded. */
	const earlier = useRef<{ key: string; ready: ReadyRequest } | null>(null);
	useEffect(() => () => controller.current?.abort(), []);

	async function request(input: WalletRequestInput): Promise<void> {
		if (controller.current) return;
		const outcome = refusalOf(input);
		const { names } = input;
		if (outcome) return setState({ stage: null, outcome, names });
		const stop = new AbortController();
		controller.current = stop;
		const key = JSON.stringify(input);
		const begun = earlier.current?.key === key && isLasting(earlier.current.ready) ? earlier.current.ready : null;
		earlier.current = null;
		const onStage = (stage: WalletStage) => setState({ stage, outcome: null, names });
		const running = requestFromWallet(input, { ready: begun, signal: stop.signal, onStage });
		const result = await running.catch((error: unknown) => ({ problem: walletFailure(error) }));
		controller.current = null;
		if ("ready" in result) earlier.current = { key, ready: result.ready };
		setState({ stage: null, outcome: result, names });
	}

	return { ...state, request, cancel: () => controller.current?.abort(new DOMException("", "AbortError")) };
}

/** Whether a holder has enough time left to respond. */
function isLasting({ until }: ReadyRequest): boolean {
	return until - Date.now() > LEAST_MS;
}

function refusalOf({ names }: WalletRequestInput): WalletOutcome | null {
	const obstacle = walletObstacle();
	if (obstacle) return { problem: { title: "This browser can't ask a wallet", message: obstacle } };
	if (names.length > 0) return null;
	return {
		problem: { title: "Nothing is ticked", message: "A wallet is asked for what is ticked: tick an attribute first." },
	};
}
