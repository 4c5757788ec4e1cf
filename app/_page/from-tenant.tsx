import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { type ReactNode, Suspense } from "react";

/** A pending request to the tenant; `result` is null where the page doesn't wait for it. */
export type TenantResult<Value> = { pending: Promise<Value>; result: Value | null };

/** How long a page waits for the tenant before it is sent without its response. */
const WAIT_MS = 400;

/** The value, or null after `WAIT_MS`. */
export function inTime<Value>(pending: Promise<Value>): Promise<Value | null> {
	return Promise.race([pending, delay(WAIT_MS, null, { ref: false })]);
}

type FromTenantProps<Value> = TenantResult<Value> & {
	/** As high as the late content. */
	fallback: ReactNode;
	/** @param isLate whether it replaces the fallback */
	children: (result: Value, isLate: boolean) => ReactNode;
};

/** A part of the page that is included where the tenant has responded, and streamed later where it has not. */
export function FromTenant<Value>({ pending, result, fallback, children }: FromTenantProps<Value>) {
	if (result) return children(result, false);
	return (
		<Suspense fallback={fallback}>
			<Streamed pending={pending}>{children}</Streamed>
		</Suspense>
	);
}

async function Streamed<Value>({ pending, children }: Pick<FromTenantProps<Value>, "pending" | "children">) {
	return children(await pending, true);
}

/** Without scripts nothing can be added later: a link to the page that waits for the tenant, by `wait=yes`. */
export function WholePageLink({ href }: { href: string }) {
	return (
		<noscript>
			<a href={href} className="ml-2 text-accent underline">
				Show the page with its answer
			</a>
		</noscript>
	);
}
