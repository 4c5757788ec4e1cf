import { operations } from "@/lib/contract/operations";
import { features } from "../../registry/operation-entries";

export type FeatureGrant = {
	feature: string;
	scopes: readonly string[];
	granted: boolean | null;
	isOptional: boolean;
};

/** What the console may do with these scopes, feature by feature; `granted` is null where nobody said which they are. */
export function featureGrants(grantedScopes: readonly string[] | null): FeatureGrant[] {
	return features.map(({ operation, feature, isOptional }) => {
		const { scopes } = operations[operation];
		const granted = grantedScopes && scopes.some((scope) => grantedScopes.includes(scope));
		return { feature, scopes, granted, isOptional };
	});
}
