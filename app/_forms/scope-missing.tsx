import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";

type ScopeReasonProps = {
	/** What can't be done since the tenant has not granted a scope, as a sentence; null where nothing is missing. */
	reason: string | null;
	/** A muted line in place of a button. */
	isLine?: boolean;
};

/** The same as `ScopeMissing`, for what the browser renders. */
export function ScopeReason({ reason, isLine = false }: ScopeReasonProps) {
	if (reason === null) return null;
	const words = (
		<p className={isLine ? "text-sm text-muted" : undefined}>
			{reason} Once it has,{" "}
			<PageLink href="/connection" className="text-accent underline">
				check again
			</PageLink>
			.
		</p>
	);
	return isLine ? (
		words
	) : (
		<Alert tone="info" title="The dashboard lacks a scope">
			{words}
		</Alert>
	);
}
