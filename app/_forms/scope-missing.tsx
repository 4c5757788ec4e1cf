import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";

type ScopeMissingProps = {
	scopes: readonly string[];
	/** What can't be done without: "create templates". */
	what: string;
};

/** Explains that something can't be done, since the tenant has not granted the console a scope for it. */
export function ScopeMissing({ scopes, what }: ScopeMissingProps) {
	if (scopes.length === 0) return null;
	return (
		<Alert tone="info" title="The dashboard lacks a scope">
			<p>
				The tenant has not granted this console {scopes.join(" or ")}, so it can't {what}. Once it has,{" "}
				<PageLink href="/connection" className="text-accent underline">
					check again
				</PageLink>
				.
			</p>
		</Alert>
	);
}
