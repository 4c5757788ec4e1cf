import { type OperationName, scopesInWords } from "@/lib/contract/operations";
import { lackedScopes } from "@/lib/dashboard/management/tenant-link/granted-scopes";

type LackedScopeProps = {
	operation: OperationName;
	/** What it is needed for, the start of a sentence: "Rotating the secret". */
	what: string;
};

/** In place of a button: the scope that the tenant has not granted the console. Nothing where it has. */
export function LackedScope({ operation, what }: LackedScopeProps) {
	if (lackedScopes(operation).length === 0) return null;
	return (
		<p className="text-sm text-muted">
			{what} needs {scopesInWords(operation)}, which the tenant has not granted this console.
		</p>
	);
}
