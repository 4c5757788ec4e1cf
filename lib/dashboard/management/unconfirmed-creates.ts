import "server-only";
import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";

const REMEMBERED_MS = 10 * 60_000;
const REMEMBERED_MAX = 200;

const held = globalThis as { [key: symbol]: Map<string, number> | undefined };
const key = Symbol.for("identity-console.unconfirmed-creates");

function remembered(): Map<string, number> {
	held[key] ??= new Map();
	return held[key];
}

/** The same request word for word, from whomever; what it holds is not kept. */
function digestOf(body: unknown): string {
	return createHash("sha256").update(JSON.stringify(body)).digest("base64url");
}

/** A create went out and nobody saw its answer: a conflict on the next attempt may be our own doing. */
export function rememberUnconfirmed(body: unknown): void {
	const creates = remembered();
	if (creates.size >= REMEMBERED_MAX) creates.clear();
	creates.set(digestOf(body), performance.now() + REMEMBERED_MS);
}

export function wasUnconfirmed(body: unknown): boolean {
	return (remembered().get(digestOf(body)) ?? 0) > performance.now();
}

export function forgetUnconfirmed(body: unknown): void {
	remembered().delete(digestOf(body));
}
