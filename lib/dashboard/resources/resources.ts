import { application } from "./application";
import type { ResourceDescription } from "./describe-resource";
import { identityProvider } from "./identity-provider";
import { readToken, webhook } from "./log-stream";
import { proposal } from "./proposal";
import { refreshToken } from "./refresh-token";
import { session } from "./session";
import { template } from "./template";
import { user } from "./user";

/** In the order of navigation, connection page and lists of writes. */
export const described = [
	template,
	proposal,
	user,
	session,
	refreshToken,
	application,
	identityProvider,
	webhook,
	readToken,
] as const satisfies readonly ResourceDescription[];

export type Described = (typeof described)[number];
export type ResourceName = Described["name"];
export type IdField = Described["idField"];
/** The resources that have metadata; each belongs to a user, and its end can be requested. */
export type MetadataResource = Extract<Described, { metadata: object; ends: object }>["name"];
/** The resources that have an editor. */
export type EditedResource = Extract<Described, { isEdited: true }>["name"];

/** The resources that the console has pages of, by their singular. */
export const resources = Object.fromEntries(described.map((one) => [one.name, one])) as {
	[Name in ResourceName]: Extract<Described, { name: Name }>;
};

export const metadataResources = described
	.filter((one): one is Extract<Described, { name: MetadataResource }> => "metadata" in one)
	.map(({ name }) => name) as [MetadataResource, ...MetadataResource[]];

export function isMetadataResource(name: string | undefined): name is MetadataResource {
	return metadataResources.some((one) => one === name);
}

/** "Refresh token": the resource at the beginning of a sentence, or as a title. */
export function resourceTitle(name: ResourceName): string {
	return name.charAt(0).toUpperCase() + name.slice(1);
}

/** "a refresh token", "an application". */
export function withArticle(name: ResourceName): string {
	return `${/^[aeio]/.test(name) ? "an" : "a"} ${name}`;
}

export function pageOf(resource: ResourceName, id: string): string {
	const { path, isOnListOnly }: ResourceDescription = resources[resource];
	return isOnListOnly ? path : `${path}/${encodeURIComponent(id.toWellFormed())}`;
}

/** URL of the page with a user's tokens or sessions. */
export function listPageOf(resource: MetadataResource, userId: string): string {
	const { path, group }: ResourceDescription = resources[resource];
	return group === null ? pageOf("user", userId) : `${path}?user=${encodeURIComponent(userId)}`;
}

/** The resource whose identifiers have the form of this one; null where no form tells it. */
export function resourceOfId(id: string): ResourceName | null {
	return described.find(({ idForm }: ResourceDescription) => idForm?.test(id))?.name ?? null;
}
