import { type ReactNode, Suspense } from "react";
import type { NewestTemplates } from "./newest-templates";

/** What the tenant was asked; `answer` is null where the page is not to wait for it. */
export type Asked = { pending: Promise<NewestTemplates>; answer: NewestTemplates | null };

type FromTenantProps = Asked & {
	/** As high as what comes. */
	fallback: ReactNode;
	/** @param isLate whether it takes the place of the fallback */
	children: (answer: NewestTemplates, isLate: boolean) => ReactNode;
};

/** A part of the page that comes with it where the tenant has answered, and follows where it has not. */
export function FromTenant({ pending, answer, fallback, children }: FromTenantProps) {
	if (answer) return children(answer, false);
	return (
		<Suspense fallback={fallback}>
			<Followed pending={pending}>{children}</Followed>
		</Suspense>
	);
}

async function Followed({ pending, children }: Pick<FromTenantProps, "pending" | "children">) {
	return children(await pending, true);
}

/** Without scripts nothing can follow: a link waits for the whole page. */
export function WholePageLink() {
	return (
		<noscript>
			<a href="/?wait=yes" className="ml-2 text-accent underline">
				Show the page with its answer
			</a>
		</noscript>
	);
}
