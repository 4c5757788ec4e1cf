import { PageLink } from "@/components/layout/links";
import { Alert } from "@/components/ui/alert";
import type { Scope } from "@/lib/contract/scopes";

/** Says why no template can be created, where the tenant has not granted the console a scope that allows it. */
export function CreateScopeMissing({ scopes }: { scopes: readonly Scope[] }) {
	if (scopes.length === 0) return null;
	return (
		<Alert tone="info" title="The dashboard lacks a scope">
			<p>
				The tenant has not granted this console {scopes.join(" or ")}, so it can't create templates. Once it has,{" "}
				<PageLink href="/connection" className="text-accent underline">
					check the connection
				</PageLink>
				.
			</p>
		</Alert>
	);
}
