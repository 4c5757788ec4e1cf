"use client";

import { QueryClient, QueryClientProvider, type QueryFunctionContext } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Problem } from "@/lib/dashboard/problem/problem";
import { readJson } from "./read-json";

declare module "@tanstack/react-query" {
	interface Register {
		defaultError: Problem;
	}
}

type Context = Pick<QueryFunctionContext, "queryKey" | "signal">;

const TYPING_PAUSE_MS = 250;

const noResponse: Problem = { title: "No response", message: "This console can't be reached at the moment." };

/**
 * The function of a query that has none of its own: reads JSON from the handler of this console whose address is the first
 * part of the key.
 * @throws Problem
 */
export async function read<Body extends object>(
	{ queryKey: [address], signal }: Context,
	init?: RequestInit,
): Promise<Body> {
	const body = await readJson<Body>(String(address), { ...init, signal, noResponse });
	if ("problem" in body) throw body.problem;
	return body;
}

/**
 * The same for a key that is being typed: what is left within a moment is not requested. The signal is read before: a query
 * is cancelled only then.
 * @throws Problem
 */
export async function readTyped<Body extends object>({ queryKey, signal }: Context, init?: RequestInit): Promise<Body> {
	await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS));
	return read({ queryKey, signal }, init);
}

const queries = {
	queryFn: read,
	// A failure is shown, also of a browser that is offline.
	networkMode: "always",
	retry: false,
	refetchOnWindowFocus: false,
	staleTime: Number.POSITIVE_INFINITY,
	gcTime: 0,
} as const;

/** Gives each part of the console the one client of its queries. They are requested, and forgotten, with what shows them. */
export function Queries({ children }: { children: ReactNode }) {
	const [client] = useState(() => new QueryClient({ defaultOptions: { queries } }));
	return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
