import "server-only";
import { type OperationName, operations } from "@/lib/contract/operations";
import type { Scope } from "@/lib/contract/scopes";
import { grantedScopes } from "../call/access-token";

/**
 * The scopes of which an operation needs any one, where the tenant has granted none of them to this console; empty where
 * it may be carried out, and where nothing is known. The tenant is not asked: it says so with each access token.
 */
export function lackedScopes(operation: OperationName): readonly Scope[] {
	const granted = grantedScopes();
	const { scopes } = operations[operation];
	return granted === null || scopes.some((scope) => granted.includes(scope)) ? [] : scopes;
}
