import { type ReactNode, Suspense } from "react";
import type { NewestTemplates } from "../(console)/_overview/newest-templates";

/** The pending request to the tenant; `result` is null where the page doesn't wait for it. */
export type TenantResult = { pending: Promise<NewestTemplates>; result: NewestTemplates | null };

type FromTenantProps = TenantResult & {
	/** As high as the late content. */
	fallback: ReactNode;
	/** @param isLate whether it replaces the fallback */
	children: (result: NewestTemplates, isLate: boolean) => ReactNode;
};

/** A part of the page that is included where the tenant has responded, and streamed later where it has not. */
export function FromTenant({ pending, result, fallback, children }: FromTenantProps) {
	if (result) return children(result, false);
	return (
		<Suspense fallback={fallback}>
			<Streamed pending={pending}>{children}</Streamed>
		</Suspense>
	);
}

async function Streamed({ pending, children }: Pick<FromTenantProps, "pending" | "children">) {
	return children(await pending, true);
}

/** Without scripts nothing can be added later: a link to a page that waits for the tenant. */
export function WholePageLink() {
	return (
		<noscript>
			<a href="/?wait=yes" className="ml-2 text-accent underline">
				Show the page with its answer
			</a>
		</noscript>
	);
}
