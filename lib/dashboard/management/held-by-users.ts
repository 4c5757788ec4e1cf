import "server-only";
import type { z } from "zod";
import type { Device } from "@/lib/contract/device";
import type { ResourceMetadata } from "@/lib/contract/metadata";
import type { JsonObject } from "@/lib/contract/safe-object";
import type { Session } from "@/lib/contract/session";
import { metadataChangeOf } from "../audit/changes";
import { dashboardConfig } from "../config";
import { type MetadataResource, resources } from "../resources/resources";
import type { CommandLine } from "../session/command-line";
import { callManagement } from "./call/client";
import { readCheckpointPage } from "./list-pages";

type Described<Resource extends MetadataResource> = (typeof resources)[Resource]["metadata"];

/** One of a resource in a response, as far as all are alike. */
export type InResponse<Resource extends MetadataResource> = {
	id: string;
	user_id?: string | null | undefined;
	device?: Device | null | undefined;
	created_at?: unknown;
	client_id?: string | null | undefined;
	clients?: Session["clients"];
	actor?: Session["actor"];
} & { [Wire in Described<Resource>["wire"]]?: JsonObject | null | undefined };

/** One checkpoint page of those of a user. */
type PageInResponse<Resource extends MetadataResource, One> = {
	[Items in Described<Resource>["list"]["items"]]: One[];
} & { unreadable: number; next?: string | null | undefined; total?: number | null | undefined };

/** A resource that a user has and that has metadata, as far as all are alike. */
export type MetadataHolder = {
	id: string;
	/** Null where the tenant does not report it. */
	userId: string | null;
	device: Device | null | undefined;
	/** Who opened it as the user, by `sub`; only such a session has it. */
	actor?: Session["actor"];
	/** The applications that it serves. */
	clientIds: string[];
	/** Absent where the response omits it, as in a list. A value may be no text. */
	metadata?: JsonObject | null;
	/** ISO 8601; null where it is not known. */
	createdAt: string | null;
};

/** Who reads, where it is not the admin of the request, and in which time. */
type CalledBy = { actor?: CommandLine | undefined; withinMs?: number | undefined };

/** How many there are, by the first page of their list; `isAtLeast`: there may be more. */
export function countOf(page: {
	items: readonly unknown[];
	unreadable: number;
	next: string | null;
	total: number | null;
}): { count: number; isAtLeast: boolean } {
	const listed = page.items.length + page.unreadable;
	return page.total === null
		? { count: listed, isAtLeast: page.next !== null }
		: { count: Math.max(page.total, listed), isAtLeast: false };
}

/** The applications that a token or a session serves, each once. */
export function clientIdsOf({
	client_id,
	clients,
}: Pick<InResponse<MetadataResource>, "client_id" | "clients">): string[] {
	const ofSession = (clients ?? []).flatMap((client) => client.client_id ?? []);
	return [...new Set(client_id ? [client_id, ...ofSession] : ofSession)];
}

/** The requests about those of a resource that users have; `holders` are the same, whatever the resource is. */
export function ofUsers<Resource extends MetadataResource, One extends InResponse<Resource>>(
	resource: Resource,
	schema: z.ZodType<One>,
	pageSchema: z.ZodType<PageInResponse<Resource, One>>,
) {
	const { wire, read: get, update: patch, list } = resources[resource].metadata;
	/** @param withinMs total time, where less than usual is left @throws SessionError, ManagementError */
	const read = (id: string, withinMs?: number): Promise<One> => callManagement(get, { path: { id }, schema, withinMs });
	/** Replaces the whole metadata; null removes all of it. @param current as last read, for the audit trail */
	const update = (id: string, metadata: ResourceMetadata | null, current?: JsonObject): Promise<One> =>
		callManagement(patch, {
			path: { id },
			body: { [wire]: metadata },
			schema,
			audit: metadataChangeOf(current, metadata, dashboardConfig().keepsMetadataValues),
		});
	/** One checkpoint page. @param withTotal also how many there are in all, where the tenant sends that */
	const listOfUser = (userId: string, from?: string, withTotal = false, by: CalledBy = {}) =>
		readCheckpointPage(resource, { from, take: undefined }, async (checkpoint) => {
			const query = { ...checkpoint, include_totals: withTotal || undefined };
			const call = { path: { user_id: userId }, query, schema: pageSchema, ...by };
			const page = await callManagement(list.operation, call);
			return { ...page, items: page[list.items as keyof typeof page] as One[] };
		});
	function holderOf(one: One): MetadataHolder {
		const metadata = one[wire as keyof One] as JsonObject | null | undefined;
		return {
			id: one.id,
			userId: one.user_id ?? null,
			device: one.device,
			actor: one.actor,
			clientIds: clientIdsOf(one),
			createdAt: typeof one.created_at === "string" ? one.created_at : null,
			...(metadata !== undefined && { metadata }),
		};
	}
	return {
		read,
		update,
		listOfUser,
		holders: {
			read: async (...call: Parameters<typeof read>) => holderOf(await read(...call)),
			update: async (...call: Parameters<typeof update>) => holderOf(await update(...call)),
			async listOfUser(userId: string, from?: string) {
				const page = await listOfUser(userId, from);
				return { ...page, items: page.items.map(holderOf) };
			},
		},
	};
}
