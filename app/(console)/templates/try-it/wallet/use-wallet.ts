"use client";

import { useEffect, useRef, useState } from "react";
import type { BegunWalletRequest } from "@/lib/dashboard/presentation/begin-wallet-request";
import { type AskOutcome, type AskStep, askWallet, type WalletQuestion } from "./ask-wallet";
import { walletObstacle } from "./wallet-obstacle";

/** What is under way, or what became of it. */
type WalletState = {
	step: AskStep | null;
	outcome: AskOutcome | null;
	/** The names of what was asked for. */
	names: readonly string[];
};

/** One request to a wallet at a time, from the press to the result. A page that goes takes its request back. */
export function useWallet() {
	const [state, setState] = useState<WalletState>({ step: null, outcome: null, names: [] });
	const underWay = useRef<AbortController | null>(null);
	/** Begun for this very question by a press that was over when the console had answered. */
	const ready = useRef<{ question: string; request: BegunWalletRequest } | null>(null);
	useEffect(() => () => underWay.current?.abort(), []);

	async function ask(question: WalletQuestion): Promise<void> {
		if (underWay.current) return;
		const outcome = refusalOf(question);
		const { names } = question;
		if (outcome) return setState({ step: null, outcome, names });
		const stop = new AbortController();
		underWay.current = stop;
		const key = JSON.stringify(question);
		const begun = ready.current?.question === key ? ready.current.request : null;
		ready.current = null;
		const onStep = (step: AskStep) => setState({ step, outcome: null, names });
		const answered = await askWallet(question, { ready: begun, signal: stop.signal, onStep });
		underWay.current = null;
		if ("ready" in answered) ready.current = { question: key, request: answered.ready };
		setState({ step: null, outcome: answered, names });
	}

	return { ...state, ask, cancel: () => underWay.current?.abort(new DOMException("", "AbortError")) };
}

function refusalOf({ names }: WalletQuestion): AskOutcome | null {
	const obstacle = walletObstacle();
	if (obstacle) return { problem: { title: "This browser can't ask a wallet", message: obstacle } };
	if (names.length > 0) return null;
	return {
		problem: { title: "Nothing is ticked", message: "A wallet is asked for what is ticked: tick an attribute first." },
	};
}
