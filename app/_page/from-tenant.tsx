import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { type ReactNode, Suspense } from "react";

/** The tenant's response, or the pending request where the page doesn't wait for it. */
export type TenantResult<Value> = Value | Promise<Value>;

/** How long a page waits for the tenant before it is sent without its response. */
const WAIT_MS = 400;

/** The value, or null after `WAIT_MS`. */
export function inTime<Value>(pending: Promise<Value>): Promise<Value | null> {
	return Promise.race([pending, delay(WAIT_MS, null, { ref: false })]);
}

type FromTenantProps<Value> = {
	of: TenantResult<Value>;
	/** As high as the late content. */
	fallback: ReactNode;
	/** @param isLate whether it replaces the fallback */
	children: (result: Value, isLate: boolean) => ReactNode;
};

/** A part of the page that is included where the tenant has responded, and streamed later where it has not. */
export function FromTenant<Value>({ of, fallback, children }: FromTenantProps<Value>) {
	if (!(of instanceof Promise)) return children(of, false);
	return (
		<Suspense fallback={fallback}>
			<Streamed of={of}>{children}</Streamed>
		</Suspense>
	);
}

async function Streamed<Value>({ of, children }: Pick<FromTenantProps<Value>, "of" | "children">) {
	return children(await of, true);
}

/** Without scripts nothing can be added later: a link to the page that waits for the tenant, by `wait=yes`. */
export function WholePageLink({ href }: { href: string }) {
	return (
		<noscript>
			<a href={href} className="ml-2 text-accent underline">
				Show the page once the tenant has responded
			</a>
		</noscript>
	);
}
