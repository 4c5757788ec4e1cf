import { joinerOf, type OperationName, operations, type PartName, partScopes } from "@/lib/contract/operations";
import type { Scope } from "@/lib/contract/scopes";
import { applicationFeatures } from "./application";
import type { DescribedFeature } from "./describe-resource";
import { identityProviderFeatures } from "./identity-provider";
import { refreshTokenFeatures } from "./refresh-token";
import { described, type ResourceName } from "./resources";
import { sessionFeatures } from "./session";
import { templateFeatures } from "./template";
import { userFeatures } from "./user";

/** Something that the console does with the tenant's resources, for the person who grants scopes. */
export type Feature = Omit<DescribedFeature, "isOptional"> & {
	isOptional: boolean;
	/** Any one of them is enough, or with the joiner " and " each is needed. */
	scopes: readonly Scope[];
	joiner: " and " | " or ";
};

/** Beside the descriptions: no browser needs them. */
const byResource: Record<ResourceName, readonly DescribedFeature[]> = {
	template: templateFeatures,
	proposal: [],
	user: userFeatures,
	session: sessionFeatures,
	"refresh token": refreshTokenFeatures,
	application: applicationFeatures,
	"identity provider": identityProviderFeatures,
	webhook: [],
	"read token": [],
};
const all = described.flatMap(({ name }) => byResource[name]);

/**
 * What the console can do, with the scopes that it needs; each scope that a part of the console uses is in one of these. In the
 * order of the connection page and of the operator's guide: the optional ones last.
 */
export const features: readonly Feature[] = [
	...all.filter(({ isOptional }) => !isOptional),
	...all.filter(({ isOptional }) => isOptional),
].map(featureOf);

function featureOf(row: DescribedFeature): Feature {
	const { needs, isOptional = false } = row;
	const feature = { ...row, isOptional };
	if (typeof needs === "string") return { ...feature, scopes: partScopes[needs], joiner: " or " };
	return { ...feature, scopes: operations[needs[0]].scopes, joiner: joinerOf(needs[0]) };
}

/** What an operation or a part of a resource is for. @throws where the console does not use it */
export function featureFor(needed: OperationName | PartName): Feature {
	const found = features.find(({ needs }) =>
		typeof needs === "string" ? needs === needed : needs.some((one) => one === needed),
	);
	if (!found) throw new Error(`No feature needs ${needed}.`);
	return found;
}
